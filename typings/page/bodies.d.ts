// What the page may ask, and what it is told. Written by make generate, from the bodies of the server.

declare namespace Bodies {
  /** What an action is worth. */
  interface ActionLabel {
    action: string;
    label: string;
    best: boolean;
    shown?: string;
    words?: string;
  }
  /** What is kept beside a deal or a match: text of one line each, that means nothing to programs. */
  interface Annotations {
    comment?: string;
    players?: readonly string[];
    date?: string;
    place?: string;
    notes?: readonly Note[];
    ending?: string;
  }
  /** Is this right? */
  interface AskedAttempt {
    position: string;
    actions?: readonly string[];
    seat?: number | null;
    style?: "french" | "german" | null;
    language?: "de" | "en" | "hu";
    names?: readonly string[];
    own?: number | null;
    action?: string | null;
  }
  /** What is the first lesson in a game? */
  interface AskedCourse {
    language?: "de" | "en" | "hu";
    names?: readonly string[];
    own?: number | null;
    game: string;
  }
  /** Deal. */
  interface AskedDeal {
    game: string;
    seed?: number | null;
    number?: string | null;
    language?: "de" | "en" | "hu";
    names?: readonly string[];
    own?: number | null;
  }
  /** What of these deals? */
  interface AskedDeals {
    deals: readonly PlayedDeal[];
    seat?: number | null;
    language?: "de" | "en" | "hu";
    names?: readonly string[];
    own?: number | null;
  }
  /** What did each action of a player cost by what he knew? ``seat`` is the player. */
  interface AskedFair {
    position: string;
    actions?: readonly string[];
    seat?: number | null;
    style?: "french" | "german" | null;
    objective?: "deal" | "game-points" | "points" | null;
    seconds?: number;
    known?: boolean;
    language?: "de" | "en" | "hu";
    names?: readonly string[];
    own?: number | null;
  }
  /** What would the machine do? */
  interface AskedHint {
    position: string;
    actions?: readonly string[];
    seat?: number | null;
    style?: "french" | "german" | null;
    language?: "de" | "en" | "hu";
    names?: readonly string[];
    own?: number | null;
    strength?: "average" | "greedy" | "playouts";
  }
  /** What is a game set up with? */
  interface AskedKit {
    game: string;
    style?: "french" | "german" | null;
    language?: "de" | "en" | "hu";
    names?: readonly string[];
    own?: number | null;
  }
  /** How does it look? */
  interface AskedLook {
    position: string;
    actions?: readonly string[];
    seat?: number | null;
    style?: "french" | "german" | null;
    ahead?: readonly string[];
    language?: "de" | "en" | "hu";
    names?: readonly string[];
    own?: number | null;
  }
  /** What does the machine do? */
  interface AskedMachine {
    position: string;
    actions?: readonly string[];
    seat?: number | null;
    style?: "french" | "german" | null;
    strength?: string;
    language?: "de" | "en" | "hu";
    names?: readonly string[];
    own?: number | null;
  }
  /** How does a match go on? */
  interface AskedMatch {
    language?: "de" | "en" | "hu";
    names?: readonly string[];
    own?: number | null;
    deals: readonly PlayedDeal[];
  }
  /** What does it look like on paper? */
  interface AskedPicture {
    position: string;
    actions?: readonly string[];
    seat?: number | null;
    style?: "french" | "german" | null;
    caption?: string;
    worths?: readonly ActionLabel[];
    language?: "de" | "en" | "hu";
    names?: readonly string[];
    own?: number | null;
  }
  /** Set a puzzle. */
  interface AskedPuzzle {
    language?: "de" | "en" | "hu";
    names?: readonly string[];
    own?: number | null;
    game: string;
    cards?: number | null;
    hard?: boolean;
    seed?: number | null;
  }
  /** What did each action cost? */
  interface AskedReview {
    position: string;
    actions?: readonly string[];
    seat?: number | null;
    style?: "french" | "german" | null;
    objective?: "deal" | "game-points" | "points" | null;
    seconds?: number;
    language?: "de" | "en" | "hu";
    names?: readonly string[];
    own?: number | null;
  }
  /** What do the rules say? */
  interface AskedRules {
    language?: "de" | "en" | "hu";
    names?: readonly string[];
    own?: number | null;
    game: string;
    clause?: string | null;
    words?: string;
  }
  /** Where the board stands: a position line, and what has been done since. */
  interface AskedTable {
    position: string;
    actions?: readonly string[];
    seat?: number | null;
    style?: "french" | "german" | null;
    language?: "de" | "en" | "hu";
    names?: readonly string[];
    own?: number | null;
  }
  /** What does a text say? */
  interface AskedText {
    text: string;
    language?: "de" | "en" | "hu";
    names?: readonly string[];
    own?: number | null;
  }
  /** What is it worth? */
  interface AskedValues {
    position: string;
    actions?: readonly string[];
    seat?: number | null;
    style?: "french" | "german" | null;
    objective?: "deal" | "game-points" | "points" | null;
    seconds?: number;
    language?: "de" | "en" | "hu";
    names?: readonly string[];
    own?: number | null;
  }
  /** What comes of an attempt. */
  interface Attempted {
    task: string;
    right: boolean | null;
    told: readonly string[];
    line: readonly string[];
  }
  /** The last moment at which a side could have come to more. */
  interface ChanceTold {
    number: number;
    told: string;
    line: readonly string[];
  }
  /** Something that may be done. */
  interface Choice {
    action: string;
    card: string | null;
    name: string;
    same: string;
    counts: number | null;
    loses: string | null;
  }
  /** A trick that ended with the last action. */
  interface Collected {
    cards: readonly string[];
    by: readonly number[];
    to: number;
  }
  /** A position of a lesson. */
  interface CourseStep {
    position: string;
    text: string;
    right: readonly string[];
    after: string;
  }
  /** One of several deals. */
  interface DealTold {
    name: string;
    told: string;
    before: readonly string[];
  }
  /** Several deals. */
  interface DealsTold {
    match: boolean;
    deals: readonly DealTold[];
  }
  /** A deal. */
  interface Dealt {
    position: string;
  }
  /** Something that was done. */
  interface DoneAction {
    who: string;
    leads: boolean;
    took: TrickTaken | null;
  }
  /** What the actions of a player cost by what he knew. */
  interface Fair {
    caption: string;
    steps: readonly FairStep[];
    told: string;
    settled: boolean;
  }
  /** An action that was a choice, and what it cost by what its player knew. */
  interface FairStep {
    number: number;
    done: string;
    cost: string;
    open_cost: string;
    judgement: string;
    wrong: boolean;
    better: string;
  }
  /** What a text says. */
  interface Found {
    deals: readonly PlayedDeal[];
    seat: number | null;
    about: string;
    problems: readonly string[];
  }
  /** What the machine would do, and why. */
  interface Hinted {
    action: string;
    do: string;
    told: string;
  }
  /** A review, as far as it is settled. */
  interface Judged {
    caption: string;
    before: number | null;
    label: string;
    steps: readonly JudgedStep[];
    told: readonly string[];
    chances: readonly ChanceTold[];
    players: readonly PlayerTold[];
    picture: string;
    settled: boolean;
  }
  /** An action, and what it cost. */
  interface JudgedStep {
    number: number;
    value: number | null;
    label: string;
    mistake: boolean;
    told: string;
  }
  /** A text to be kept: a record, or a picture. */
  interface KeptText {
    text: string;
  }
  /** What a position of a game is set up with. */
  interface Kit {
    title: string;
    style: string;
    cards: readonly string[];
    names: Record<string, string>;
    players: readonly string[];
    sides: readonly string[];
    keys: readonly string[];
    options: readonly OptionTold[];
  }
  /** A card of the trick. */
  interface Laid {
    name: string;
    card: string;
    winning: boolean;
  }
  /** A lesson. */
  interface Lesson {
    steps: readonly CourseStep[];
  }
  /** The table at one moment. */
  interface Look {
    game: string;
    style: string;
    begins: string;
    line: string;
    players: readonly TablePlayer[];
    taken: readonly string[];
    talon: number;
    turn_up: string | null;
    trumps: Trumps | null;
    trick: readonly Laid[];
    turn: number | null;
    choices: readonly Choice[];
    names: Record<string, string>;
    clockwise: boolean;
    played: readonly DoneAction[];
    collected: Collected | null;
    told: readonly string[];
    standing: readonly string[];
    over: boolean;
  }
  /** What is written down during a match. */
  interface MatchSheet {
    names: readonly string[];
    rows: readonly (readonly number[])[];
    winner: number | null;
  }
  /** How a match stands, and its next deal. */
  interface MatchTold {
    told: readonly string[];
    position: string | null;
    sheet: MatchSheet;
    verdict: string;
    won: boolean;
  }
  /** What the machine does. */
  interface Moved {
    action: string;
  }
  /** What is kept beside one action. */
  interface Note {
    number: number;
    comment?: string;
    clock?: string;
  }
  /** Something that players may agree on otherwise. */
  interface OptionTold {
    name: string;
    values: readonly string[] | null;
    own: string;
    clause: string;
    rule: string;
    means: Record<string, string>;
  }
  /** A deal that was played, or a part of one. */
  interface PlayedDeal {
    position: string;
    actions?: readonly string[];
    kept?: Annotations | null;
    of_match?: Annotations | null;
  }
  /** What a player's mistakes come to. */
  interface PlayerTold {
    name: string;
    mistakes: number;
    cost: string;
  }
  /** A puzzle. */
  interface PuzzleSet {
    position: string;
  }
  /** What is wrong. */
  interface Refused {
    error: string;
    clause: string | null;
    rule: string | null;
    field: string | null;
  }
  /** A clause. */
  interface Rule {
    clause: string;
    text: string;
    sources: readonly string[];
    question: string | null;
    reason: string | null;
  }
  /** Clauses of a game. */
  interface Rules {
    title: string;
    rules: readonly Rule[];
    played: readonly (readonly [string, string])[];
  }
  /** A player at the table. */
  interface TablePlayer {
    name: string;
    side: number;
    cards: readonly (string | null)[];
    marks: readonly string[];
  }
  /** Something in sentences. */
  interface Told {
    told: readonly string[];
  }
  /** A trick that ended. */
  interface TrickTaken {
    to: string;
    points: number;
  }
  /** The trump suit. */
  interface Trumps {
    suit: string | null;
    told: string;
  }
  /** What the actions are worth, as far as that is known. */
  interface Values {
    caption: string;
    worths: readonly ActionLabel[];
    told: readonly string[];
    line: readonly string[];
    settled: boolean;
  }
  interface Questions {
    look: { asked: AskedLook; told: Look };
    kit: { asked: AskedKit; told: Kit };
    read: { asked: AskedText; told: Found };
    deals: { asked: AskedDeals; told: DealsTold };
    record: { asked: AskedDeals; told: KeptText };
    picture: { asked: AskedPicture; told: KeptText };
    deal: { asked: AskedDeal; told: Dealt };
    machine: { asked: AskedMachine; told: Moved };
    puzzle: { asked: AskedPuzzle; told: PuzzleSet };
    attempt: { asked: AskedAttempt; told: Attempted };
    rules: { asked: AskedRules; told: Rules };
    hint: { asked: AskedHint; told: Hinted };
    lesson: { asked: AskedTable; told: Told };
    match: { asked: AskedMatch; told: MatchTold };
    course: { asked: AskedCourse; told: Lesson };
  }
  interface Followed {
    values: { asked: AskedValues; told: Values };
    review: { asked: AskedReview; told: Judged };
    fair: { asked: AskedFair; told: Fair };
  }
  /** What stands on the page beside what is said of a table. */
  type Words = {
    games: readonly (readonly [string, string])[];
    claimed: readonly (string)[];
    tiles: readonly (readonly (string)[])[];
    taught: readonly (string)[];
    machines: readonly (readonly [string, string])[];
    kinds: {
      flip: string;
      spice: string;
      stop: string;
      meld: string;
      exchange: string;
      close: string;
      draw: string;
      claim: string;
      bid: string;
      trump: string;
      pass: string;
      call: string;
    };
    fields: {
      lead: string;
      points: string;
      tricks: string;
      dealer: string;
      trump: string;
      score: string;
      closed: string;
      melds: string;
      bid: string;
      bids: string;
      seat: string;
      drawn: string;
      leads: string;
      shown: string;
      forfeit: string;
      lone: string;
      resets: string;
      waiting: string;
      claim: string;
      has: string;
      not: string;
    };
    game: string;
    deal: string;
    set_up: string;
    open_file: string;
    eyes: string;
    all: string;
    bottom: string;
    faces: string;
    own_faces: string;
    french: string;
    german: string;
    machine: string;
    nobody: string;
    by_seat: string;
    language: string;
    position: string;
    go: string;
    analysis: string;
    undo: string;
    redo: string;
    to_start: string;
    to_end: string;
    line_before: string;
    line_after: string;
    best: string;
    play_recorded: string;
    show_line: string;
    note: string;
    promote: string;
    remove: string;
    values: string;
    link: string;
    copy_line: string;
    record: string;
    picture: string;
    png: string;
    embed: string;
    copied: string;
    saved: string;
    too_long: string;
    keys: string;
    settings: string;
    share: string;
    close: string;
    course: string;
    hidden: string;
    is_best: string;
    to_act: string;
    talon: string;
    talon_name: string;
    trick: string;
    hand_of: string;
    taken_by: string;
    seed: string;
    number: string;
    clear: string;
    options: string;
    more_fields: string;
    set_hint: string;
    review: string;
    review_now: string;
    reviewing: string;
    graph: string;
    before: string;
    no_mistakes: string;
    player: string;
    mistakes: string;
    cost: string;
    whole_match: string;
    graph_picture: string;
    what_was_known: string;
    known_alone: string;
    played: string;
    cost_by_known: string;
    open_cost: string;
    judged: string;
    better: string;
    mistake_before: string;
    mistake_after: string;
    mistake: string;
    deal_before: string;
    deal_after: string;
    rules: string;
    rule_words: string;
    rule: string;
    sources: string;
    clauses: string;
    find: string;
    puzzles: string;
    level: string;
    level_2: string;
    level_3: string;
    level_4: string;
    level_3h: string;
    level_4h: string;
    level_hand: string;
    level_handh: string;
    new_puzzle: string;
    searching: string;
    give_up: string;
    play: string;
    person: string;
    start: string;
    hint: string;
    take_back: string;
    explain: string;
    next_deal: string;
    resume: string;
    match_ends: string;
    last_trick: string;
    were_dealt: string;
    claim_now: string;
    strength: string;
    all_games: string;
    seen_openly: string;
    without_meld: string;
    stay: string;
    end_match: string;
    wrong_claim: string;
    another_match: string;
    lesson_offered: string;
    not_allowed: string;
    too_much: string;
    from_table: string;
    review_played: string;
    here_i_am: string;
    your_turn: string;
    loading: string;
    newer: string;
    given_up: string;
    what_to_do: string;
    to_begin: string;
    you: string;
    other_view: string;
    about_play: string;
    analyse: string;
    about_analyse: string;
    sound: string;
    bid_less: string;
    bid_more: string;
    tricks: string;
    learn: string;
    about_learn: string;
    lesson_step: string;
    lesson_next: string;
    lesson_look_again: string;
    lesson_over: string;
    lesson_play: string;
    daily: string;
    about_puzzle: string;
    streak: string;
    rating: string;
    statistics: string;
    lost: string;
    matches_won: string;
    try_again: string;
    try_again_task: string;
    try_again_right: string;
    try_again_wrong: string;
    key_move: string;
    key_play: string;
  };
}
