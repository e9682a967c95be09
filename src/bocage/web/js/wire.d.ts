// Written by `python -m bocage.tools.wire_types` from the server's types. Do not edit.

/** A counter as a player sees it; `unit` is empty when its identity is hidden. */
export interface Piece {
  space: string;
  side: number;
  unit?: string;
  name?: string;
  symbol?: string;
  size?: string;
  band?: string;
  factors?: string[];
  steps?: number;
  full?: number;
  flags?: string[];
  nation?: string;
  facing?: string;
  mode?: string;
}

/** Something that lies in a space and is no counter: control, an entrenchment, a landing site. With `to` it lies on the hexside towards that neighbour: a breach, a blown bridge. */
export interface Mark {
  space: string;
  kind: string;
  text?: string;
  side?: number;
  to?: string;
}

/** One of the pieces that lie on a track or in a cup: a few words, and whose it is. */
export interface Chip {
  text: string;
  side?: number;
}

/** A line of the record tracks: turn, weather, points. */
export interface Track {
  name: string;
  value: string;
  detail?: string;
  chips?: Chip[];
}

/** What is asked, of whom, under which rule. */
export interface Prompt {
  text: string;
  by: string;
  rule?: string;
}

/** One option: the text to send back, and what it concerns, for highlighting. */
export interface Choice {
  action: string;
  verb: string;
  units?: string[];
  spaces?: string[];
  bearing?: number | null;
  label?: string;
  part?: string;
  ask?: string;
  note?: string;
}

/** What a client draws. */
export interface Payload {
  game: string;
  seq: number;
  you: string;
  trail: string;
  prompt: Prompt;
  options: Choice[];
  pieces: Piece[];
  marks: Mark[];
  tracks: Track[];
  warnings?: string[];
  result?: string;
}

/** What an overlay says of one space: a word or a number, and the sides in whose colours it is shown. */
export interface Shade {
  word: string;
  sides?: number[];
}

/** Something drawn over the map: spaces with a shade each, and bonds or borders between spaces. */
export interface Overlay {
  title: string;
  spaces?: Record<string, Shade>;
  edges?: [string, string][];
  note?: string;
}

/** One line of an account, with its rule. */
export interface Line {
  text: string;
  rule?: string;
}

/** One outcome and its exact chance, as a fraction in words and as a number. */
export interface Likely {
  result: string;
  fraction: string;
  chance: number;
  meaning?: string;
}

/** A battle before it is fought: the account, the column, each die face's result, the chances. */
export interface Preview {
  title: string;
  lines: Line[];
  column?: string;
  faces?: [string, string][];
  outcomes?: Likely[];
  clears?: number | null;
  short?: string;
  units?: string[];
  spaces?: string[];
}

/** One numbered case of a rulebook, in our own words. */
export interface Rule {
  number: string;
  heading: string;
  summary: string;
  not_modelled: string;
}

/** All numbered cases of a game. */
export interface Rulebook {
  rule: Rule[];
}

/** One way to play a game; the first of a game is its main scenario. */
export interface Scenario {
  id: string;
  name: string;
  summary: string;
  turns: number;
}

/** Something the players agree on before they begin. The first value is the default. */
export interface Option {
  id: string;
  name: string;
  values: string[];
  rule: string;
}

/** A side as people see it. The shape of its counters tells it where colours do not. */
export interface Belligerent {
  name: string;
  colour: "blue" | "green" | "purple" | "rust";
  shape: "cut" | "round" | "square";
}

/** What went wrong, as it travels. `detail` is the engine's own code, `seq` the number of picks there are, `picks` what waits for a confirmation. */
export interface Fault {
  code: string;
  message: string;
  rule?: string;
  detail?: string;
  seq?: number | null;
  picks?: string[];
}

/** The body of every answer that is no success. */
export interface Refused {
  error: Fault;
}

/** How far a review is: what is done now, and how much of it. */
export interface Progress {
  what: string;
  done: number;
  of: number;
}

/** Where a review can be read. */
export interface Ready {
  address: string;
}

/** One piece of advice in a guided turn, and when it is given: to whom, who decides, in which phase or frame, with which verb or action on offer. An empty condition always holds. */
export interface Hint {
  text: string;
  to: string;
  by: string;
  trail: string;
  verb: string;
  action: string;
}

/** One line of the order of the turn; a phase or frame of `trail` on the stack says that we are there. */
export interface Phase {
  title: string;
  trail: string[];
  rule: string;
  note: string;
}

/** A table of the game's data that a player wants to see. */
export interface ChartSource {
  title: string;
  file: string;
  rule: string;
  note: string;
  battle: boolean;
  hide: string[];
  units: string[];
  places: string[];
  codes: string;
  words: Record<string, string>;
}

/** A paragraph of the page "in five minutes", with spaces whose picture stands beside it, or counters below it. */
export interface Section {
  heading: string;
  text: string;
  spaces: string[];
  units: string[];
}

/** Everything in a game's guide. */
export interface Guide {
  evening: string;
  scenario: string;
  until: number;
  side: string;
  win: Record<string, string>;
  options: Record<string, string>;
  hint: Hint[];
  phase: Phase[];
  words: Record<string, string>;
  chart: ChartSource[];
  section: Section[];
  factors: string;
}

/** How verbs are worded and what they do in a gesture. */
export interface Handling {
  say: Record<string, string>;
  part: Record<string, string[]>;
  along: Record<string, string>;
  ask: Record<string, string>;
  names: Record<string, string>;
  stands: Record<string, string>;
}

/** The base of what a client sends: a field we do not know is a fault, not a surprise. */
export interface Asked {
}

/** Begin a game. Sides that `seats` leaves out are held by people; with `hotseat` one link holds them all. */
export interface NewGame {
  game: string;
  scenario?: string | null;
  options?: Record<string, string>;
  seats?: Record<string, string>;
  hotseat?: boolean;
  name?: string;
  open?: boolean;
  own?: string;
  seed?: number | null;
}

/** Go on with a game that was exported, or look at one that is over. */
export interface Import {
  log: string;
  seats?: Record<string, string>;
  hotseat?: boolean | null;
  name?: string;
  secret?: string;
}

/** One pick, with the number of picks that the client had seen. */
export interface Act {
  seq: number;
  action: string;
  side?: string | null;
  undone?: number | null;
  careful?: boolean;
}

/** Take back a pick, or make it again. */
export interface Back {
  seq?: number | null;
  side?: string | null;
}

/** Take a seat under a name, leave it, or resign it. */
export interface Sit {
  name?: string;
  side?: string | null;
  offer?: boolean;
}

/** The links that somebody has. */
export interface Held {
  tokens: string[];
}

/** Ask a computer player what it would do. */
export interface Wish {
  side?: string | null;
  player?: string;
}

/** A counter to be drawn, as a view describes it. */
export interface PieceAsked {
  space?: string;
  side: number;
  unit?: string;
  name?: string;
  symbol?: string;
  size?: string;
  band?: string;
  factors?: string[];
  steps?: number;
  full?: number;
  flags?: string[];
  nation?: string;
  facing?: string;
  mode?: string;
}

/** A marker to be drawn, as a view describes it. */
export interface MarkAsked {
  space?: string;
  kind: string;
  text?: string;
  side?: number;
  to?: string;
}

/** Counters and markers to be drawn. */
export interface Counters {
  skin?: string;
  pieces?: PieceAsked[];
  marks?: MarkAsked[];
}

/** A game that can be played here. */
export interface Title {
  id: string;
  name: string;
  version: string;
  summary: string;
  sides: string[];
  belligerents: Belligerent[];
  scenarios: Scenario[];
  options: Option[];
  players: string;
  minutes: number;
  difficulty: string;
  thumbnail: string;
  secrets: boolean;
  computers: string[];
  usual: string;
  opponents: Record<string, string>;
  overlays: string[];
  queries: string[];
  shades: number[];
  levels: Record<string, string>;
  values: Record<string, string>;
  evening: string;
  first: string;
  learner: string;
  learners: string[];
  looks: Record<string, string>;
}

/** The secret of a seat, and the page that opens with it. */
export interface Link {
  token: string;
  url: string;
}

/** A new game and its links. They are shown once; the server keeps only their hashes. */
export interface Created {
  id: string;
  game: string;
  seats: Record<string, Link>;
  spectator: Link;
  hotseat?: Link | null;
  dice: string;
}

/** Who sits there: a person or a computer player, and under which name. */
export interface Seat {
  kind: string;
  name: string;
  taken: boolean;
  side: string;
}

/** A game in the public list. */
export interface Listed {
  id: string;
  game: string;
  scenario: string;
  name: string;
  seq: number;
  to_decide: string;
  over: boolean;
  result: string;
  dice: string;
  open: boolean;
  seats: Record<string, Seat>;
}

/** One line of the log: the pick it belongs to, its words, its rule, and what it concerns. */
export interface Sentence {
  n: number;
  text: string;
  rule?: string;
  kind?: string;
  units?: string[];
  spaces?: string[];
  side?: string;
  dice?: string;
  faces?: number[];
  column?: string;
  result?: string;
  table?: string;
  meaning?: string;
}

/** A part of the log, as one side may know it: what came after pick `after`, up to pick `seq`. */
export interface Lines {
  after: number;
  seq: number;
  entries: Sentence[];
}

/** Whether the last pick can be taken back, and if not, why. */
export interface Undo {
  can: boolean;
  why: string;
}

/** The dice: committed to before the game, proved by the secret after it. */
export interface Fairness {
  kind: string;
  commitment?: string;
  secret?: string;
}

/** A way to carry out what is being prepared with one press, and the picks that it stands for. */
export interface Finish {
  label: string;
  last: string;
  actions: string[];
  space?: string;
}

/** A game as one seat may know it and, in answer to a pick, what came of it. */
export interface GameState {
  id: string;
  game: string;
  scenario: string;
  name: string;
  seq: number;
  undone: number;
  you: string[];
  your_seats: string[];
  to_decide: string;
  over: boolean;
  result: string;
  view: Payload;
  hand: string[];
  next_up: string[];
  finishes: Finish[];
  undo: Undo;
  redo: boolean;
  advice: boolean;
  seats: Record<string, Seat>;
  away: string[];
  offerable: string[];
  dice: Fairness;
  stopped: string;
  aloud: boolean;
  overlays: string[];
  previews: boolean;
  log: Lines;
  since: number;
  events: Sentence[];
}

/** What a listener is told: the picks after `after` up to `seq`. When `after` is lower than the last `seq` that was told, picks have been taken back. */
export interface News {
  after: number;
  seq: number;
  undone: number;
  to_decide: string;
  over: boolean;
  result: string;
  events: Sentence[];
}

/** What a listener is told of everything but the picks. */
export interface TableNews {
  seq: number;
  undone: number;
  to_decide: string;
  over: boolean;
  result: string;
  seats: Record<string, Seat>;
  away: string[];
  advice: boolean;
  agreed: string[];
  rematch: string[];
  talk: number;
}

/** What a computer player would do, and why. If `note` says that the one asked failed, another has answered. */
export interface Suggestion {
  action: string;
  why: string;
  player: string;
  note: string;
}

/** Whether an action is allowed now, and if not, why. */
export interface Explained {
  allowed: boolean;
  reason: string;
  rule: string;
}

/** Where a counter could go, and at what cost. */
export interface Reach {
  unit: string;
  spaces: Record<string, string>;
}

/** A counter's line of supply, or why there is none. */
export interface SupplyLine {
  unit: string;
  line: string[];
  reason: string;
  rule: string;
}

/** The battle that is being prepared, if there is one. */
export interface Previewed {
  preview: Preview | null;
}

/** What is worth knowing of a space. */
export interface Inspected {
  space: string;
  title: string;
  terrain: string;
  lines: Line[];
}

/** Pictures of counters and of markers, in the order asked for. */
export interface Drawn {
  svg: string[];
  marks: string[];
}

/** A space on the picture of the map. */
export interface Place {
  x: number;
  y: number;
  polygon: [number, number][];
  kind: string;
  title: string;
  terrain: string;
  room: number;
}

/** A rectangle of the picture. */
export interface Extent {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where every space lies on the picture, and how counters and markers lie in a space. */
export interface MapLayout {
  width: number;
  height: number;
  map: Extent;
  counter: number;
  spaces: Record<string, Place>;
  underneath: string[];
  armoured: string[];
  corners: Record<string, [number, number]>;
  spare: [number, number][];
  around: string[];
  stands: Record<string, string[]>;
}

/** One gesture: some counters go to a space, or join what is being prepared when no space is named. */
export interface Order {
  seq: number;
  units?: string[];
  space?: string;
  verb?: string;
  manner?: string;
  toward?: boolean;
  picks?: string[];
  each?: boolean;
  careful?: boolean;
  side?: string | null;
}

/** Where a gesture could lead: the space, the picks it stands for, what it costs, and its words. */
export interface Way {
  space: string;
  actions: string[];
  label: string;
  verb: string;
  cost?: string;
  manner?: string;
  bearing?: number | null;
}

/** What can be done with a counter now: where it can go with one gesture, and what it can do on the spot. */
export interface Ways {
  units: string[];
  ways: Way[];
  direct: Choice[];
  spot: Way[];
}

/** What came of a gesture: the game as it stands, and which counters could not follow, and why. `last` holds the picks of a last move that waits for a confirmation. */
export interface Ordered {
  state: GameState;
  done: string[];
  refused: string;
  rule: string;
  last: string[];
}

/** A table of the game; the first row is its head. `column` and `row` mark what applies now. */
export interface Chart {
  title: string;
  rule: string;
  note: string;
  rows: string[][];
  column: string;
  row: string;
  beyond: string;
  codes: [string, string][];
}

/** One line of the order of the turn. */
export interface Stage {
  title: string;
  rule: string;
  note: string;
  here: boolean;
}

/** Counters in one place of the roster, or those that come together. */
export interface Enlisted {
  side: string;
  where: string;
  units: string[];
  arrives: string;
}

/** A card and what it does. */
export interface Card {
  side: string;
  title: string;
  text: string;
  held: boolean;
}

/** The drawer of references: how to win and how it stands, the order of the turn, charts, roster, cards. */
export interface Reference {
  scenario: string;
  win: string;
  standing: Line[];
  turn: Stage[];
  charts: Chart[];
  roster: Enlisted[];
  factors: string;
  cards: Card[];
}

/** What a question or an action means on the map, and what this side has planned so far. */
export interface Sketched {
  sketch: Overlay | null;
  plan: Line[];
}

/** A paragraph of a game in five minutes: what it says, the part of the map beside it, the counters below it. */
export interface Paragraph {
  heading: string;
  text: string;
  spaces: string[];
  pieces: Piece[];
}

/** A game in five minutes. */
export interface Page {
  title: string;
  evening: string;
  paragraphs: Paragraph[];
  scenario: string;
  win: string;
}

/** Where the turns of a game begin: the pick, and what the turn is called. */
export interface Turns {
  starts: [number, string][];
}

/** What the guided turn says now, and to which question, for a page that still shows what went before. */
export interface Guided {
  text: string;
  trail: string;
  question: string;
}

/** One line to the others at the table. */
export interface Chat {
  text: string;
}

/** A line that somebody said at the table. */
export interface Remark {
  n: number;
  who: string;
  text: string;
}

/** What the people at a table said and agreed. */
export interface Company {
  remarks: Remark[];
  agreed: string[];
  wanted: string[];
  again: string;
  away: string[];
}

/** What was said at the table lately. */
export interface Remarks {
  lines: Remark[];
}

/** Who wants a rematch, and the link to it once all do. */
export interface Agreed {
  wanted: string[];
  url: string;
}

/** The addresses at which others reach this server; none when only this machine can. */
export interface Reachable {
  addresses: string[];
  local_only: boolean;
}

/** A link to be drawn as a QR code. */
export interface Coded {
  text: string;
}

/** A QR code: its rows of dark (1) and light (0) modules. */
export interface Code {
  rows: string[];
}
