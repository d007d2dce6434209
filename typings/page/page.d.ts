// What the modules of the board's page tell each other, beside what the server tells them.

declare namespace Page {
  /** A moment of a deal, in the tree of its lines of play: what led to it, and what is known of that. */
  interface Moment extends Partial<Bodies.DoneAction> {
    /** Empty where nothing has been done yet. */
    action: string;
    parent: Moment | null;
    /** The first is the main line. */
    children: Moment[];
    /** Where one has been before, on from here. */
    next: Moment | null;
    /** What somebody has to say of it; of the first moment: of the deal. */
    note: string;
    /** What the clock showed. */
    clock?: string;
    /** Whether a review calls it one. */
    mistake?: boolean;
    /** With whose eyes it was explained, and how. */
    lesson?: { eyes: string; text: string };
    /** Of a match: the position of the deal that follows it; null where the match is over. */
    nextDeal?: string | null;
  }
  /** A review, and the moments that it is about. */
  interface Review<Told> {
    nodes: Moment[];
    told: Told;
  }
  interface Deal {
    position: string;
    root: Moment;
    /** Where the record of it ends. */
    recorded: Moment | null;
    review: Review<Bodies.Judged> | null;
    fair?: (Review<Bodies.Fair> & { known: boolean }) | null;
    /** What people keep beside it, and beside the match that it begins. */
    kept?: Bodies.Annotations | null;
    ofMatch?: Bodies.Annotations | null;
    /** What it came to in its match. */
    told?: Bodies.DealTold;
    /** The hands with which it began. */
    begun?: { language: string; names: Record<string, string>; hands: (readonly (string | null)[])[] };
    /** Whether it was set as a puzzle, which, for which day, and whether that has been tried. */
    puzzle?: boolean;
    level?: string;
    daily?: string | null;
    tried?: boolean;
  }
  /** What the address says. */
  interface At {
    /** One, or those of a match: where each begins, and its lines of play. */
    deals: Deal[];
    /** Which of them is on the table. */
    deal: number;
    /** How far it has come. */
    here: Moment;
    /** Whose eyes it is seen with. */
    seat: number | null;
    /** Whether the cards that this seat does not see are made up to fit what it saw. */
    fits: boolean;
    /** Who sits at the bottom. */
    bottom: number | null;
    /** Empty: those of the game. */
    faces: "" | "french" | "german";
    /** Whose eyes it is seen with when play goes on that waits while what was played is looked at; null: none waits. */
    paused: number | null;
    /** How well the machine plays the other seats; empty: it does not; with commas: seat by seat, empty for a person. */
    machine: string;
    /** Play: the table alone; analyse: all that is known about it. */
    view: "analyse" | "play";
    /** Whether the position is a puzzle that is not solved yet. */
    puzzle: boolean;
    language: "en" | "hu" | "de";
  }
  interface Lesson {
    game: string;
    steps: readonly Bodies.CourseStep[];
    place: number;
    /** Whether what is sought has been found. */
    found: boolean;
    /** What lies on the table as long as it is given. */
    deal: Deal | null;
  }
  /** Where something is done. */
  interface Where {
    /** The button that does the same. */
    id?: string | null;
    /** Those of panels are listed last. */
    panel?: "play" | "learn" | "puzzle" | "rules" | null;
    /** While a deal is played at the table nothing is done that has no place there, as an analyst's tools. */
    place?: string | null;
  }
  type Attributes = Record<string, string | number | boolean | null>;
  type Make = <Name extends keyof HTMLElementTagNameMap>(name: Name, attributes?: Attributes, ...inside: (Node | string)[]) => HTMLElementTagNameMap[Name];
  type Pressing = (run: (event: MouseEvent) => unknown, attributes: Attributes, ...inside: (Node | string)[]) => HTMLButtonElement;
  type Ask = <Name extends keyof Bodies.Questions>(what: Name, body: Bodies.Questions[Name]["asked"], signal?: AbortSignal) =>
    Promise<Bodies.Questions[Name]["told"]>;
  type Follow = <Name extends keyof Bodies.Followed>(what: Name, body: Bodies.Followed[Name]["asked"], signal?: AbortSignal) =>
    AsyncGenerator<Bodies.Followed[Name]["told"]>;
  type NewPanel = (name: NonNullable<Where["panel"]>, word: Word, key: string, opened: () => unknown, ...inside: HTMLElement[]) => HTMLElement;
  type Question = (question: string, told: readonly string[], no: string, yes: string) => Promise<boolean>;
  type Command = (key: string, word: Word, run: () => unknown, where?: Where) => void;
  /** The words of the page that are one text. */
  type Word = { [Name in keyof Bodies.Words]: Bodies.Words[Name] extends string ? Name : never }[keyof Bodies.Words];
  /** What any element of the page may be asked that is found by its name. */
  interface Part extends HTMLElement, Pick<HTMLInputElement, "value" | "disabled" | "title" | "files" | "select">,
    Pick<HTMLSelectElement, "options" | "selectedIndex">, Pick<HTMLDialogElement, "open" | "returnValue" | "showModal" | "close"> {}
  /** An error in the server's words, with the clause that is broken. */
  type Refusal = Error & Partial<Bodies.Refused>;
}

// A selector finds no other elements than those of HTML here; and what is written as text may be given as it is.
interface ParentNode {
  querySelector(selectors: string): Page.Part | null;
  querySelectorAll(selectors: string): NodeListOf<Page.Part>;
}
interface Element {
  closest(selectors: string): Page.Part | null;
  setAttribute(name: string, value: string | number | boolean | null): void;
}
interface String {
  replace(searched: string, put: number): string;
}
interface DocumentEventMap {
  refused: CustomEvent<Page.Refusal>;
  /** The clause that is to be read. */
  clause: CustomEvent<string>;
}
interface URLSearchParams {
  append(name: string, value: string | number): void;
  set(name: string, value: string | number): void;
}
