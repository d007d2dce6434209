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
    deals: Deal[];
    deal: number;
    here: Moment;
    seat: number | null;
    fits: boolean;
    bottom: number | null;
    faces: "" | "french" | "german";
    paused: number | null;
    machine: string;
    view: "analyse" | "play";
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
