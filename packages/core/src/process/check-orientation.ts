import type { LockedOutput } from '../lock/lock.ts';
import type { Asset, Output } from '../manifest/manifest.ts';
import { DIRECTIONS } from '../manifest/manifest.ts';

/** A figure of a batch stands; one that is so much longer than it is high does not. */
const LONGER = 1.5;
/** The named thing may hold out arms or branches. Measured: lying ones of the embedded service have 1.7 to 3.9. */
const MUCH_LONGER = 1.6;

/** Things that are higher than they are long, whoever draws them. The last word of a prompt's subject. */
const STANDING: ReadonlySet<string> = new Set(
  `angel archer astronaut birch boy butler captain character chef cowboy cypress detective elf fir firefighter girl
  goblin guard hero king knight lamppost lighthouse mage man minaret monk ninja nun oak obelisk orc paladin person
  pine pirate poplar prince princess queen ranger robot samurai scarecrow scientist silo skeleton skyscraper snowman
  soldier spruce statue streetlight totem tower tree viking villager warrior windmill witch wizard woman zombie`.split(
    /\s+/,
  ),
);
/** Where one of these stands before, nothing is said. */
const LYING =
  /\b(?:asleep|broken|chopped|climbing|crawling|dead|diving|fallen|felled|flying|horizontal|laying|leaning|lying|prone|resting|riding|ruined|sleeping|sprawled|swimming|toppled|tipped|unconscious)\b/i;

/**
 * Says that a model lies on its side or faces away, where that is known: by its bones, or because the asset is
 * a figure, or a thing of which its prompt says that it stands. A model that the output's options turn is
 * judged after the turn.
 * @returns null where nothing is wrong, or nothing is known
 */
export function orientationProblem(
  asset: Asset,
  output: Output,
  { meta }: Pick<LockedOutput, 'meta'>,
): string | null {
  if (output.step.type !== 'model') return null;
  const { front, up } = meta.turned ?? {};
  const isKnown = (value: unknown): boolean => DIRECTIONS.some((each) => each === value);
  if (isKnown(up)) {
    const options = [`"up": "${up}"`, ...(isKnown(front) ? [`"front": "${front}"`] : [])];
    return `${output.name} lies on its side: its bones have the head at ${up}. ${turn(options.join(', '))}`;
  }
  if (isKnown(front)) {
    const how = front === '-z' ? 'faces away' : 'faces aside';
    return `${output.name} ${how}: its bones look along ${front}, and glTF wants +z. ${turn(`"front": "${front}"`)}`;
  }
  const least = standsAt(asset);
  const { min = [], max = [] } = meta.bounds ?? {};
  const [width = 0, height = 0, depth = 0] = max.map((high, axis) => high - (min[axis] ?? 0));
  const longest = Math.max(width, depth);
  // A flat model has almost no height: an image on a card stays as it was placed.
  if (least === null || height <= 0 || longest < height * least) return null;
  const axis = depth >= width ? 'z' : 'x';
  const sizes = `${round(height)} high and ${round(longest)} ${axis === 'z' ? 'deep' : 'wide'}`;
  return `${output.name} seems to lie on its side: it is ${sizes}. ${turn(`"up": "+${axis}" or "-${axis}"`)}`;
}

const turn = (options: string): string => `To turn it, set ${options} in its output.`;

const round = (value: number): string => String(Number(value.toPrecision(2)));

/** How many times longer than high it has to be to lie; null: it may well. */
function standsAt({ kind, source }: Asset): number | null {
  if (kind === 'chibi') return LONGER;
  if (kind !== 'model' || source.type !== 'text' || LYING.test(source.prompt)) return null;
  return STANDING.has(subjectOf(source.prompt)) ? MUCH_LONGER : null;
}

/** `a small red knight with a sword, low poly` → `knight`. Empty where one cannot tell. */
function subjectOf(prompt: string): string {
  const [head = ''] = prompt
    .toLowerCase()
    .split(
      /[^a-z\s'’-]|\b(?:with|of|in|on|at|by|from|for|and|who|that|which|holding|wearing|standing)\b/,
    );
  return head.trim().split(/\s+/).at(-1) ?? '';
}
