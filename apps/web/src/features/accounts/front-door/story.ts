/** The four beats of the story, in order. Each has a caption and a still. */
export const storyBeats = ['arrive', 'pin', 'raise', 'release'] as const
export type StoryBeat = (typeof storyBeats)[number]

/** Length of the story; it stops by itself there. */
export const storyDurationMs = 10_000

/** Height by which version 2 raises the top rail, in metres. */
export const railRaiseMetres = 0.012

/** The state of scene and labels at one moment of the story. Shares run from 0 to 1. */
export type StoryMoment = {
  readonly beat: StoryBeat
  /** Share of the way from the whole chair to its top rail. */
  readonly closeness: number
  /** Share of the slow drift around the chair. */
  readonly drift: number
  /** Share of the pin's fall; 0 before it falls. */
  readonly pinDrop: number
  readonly pinLabelVisible: boolean
  /** The pin's request is fulfilled by version 2. */
  readonly pinFixed: boolean
  readonly version: 1 | 2
  /** Height of the top rail above its place in version 1, in metres. */
  readonly railRaise: number
  /** Share of the amber light of the changed rail. */
  readonly railGlow: number
  readonly raiseLabelVisible: boolean
  readonly approval: 'hidden' | 'offered' | 'pressed' | 'released'
  /** Share of the lantern's light. */
  readonly lanternLight: number
  readonly protectionLabelVisible: boolean
}

const beatStartsMs: Readonly<Record<StoryBeat, number>> = { arrive: 0, pin: 1500, raise: 4400, release: 6900 }

/** Moments at which the stills are taken, one per beat. The first is the poster. */
export const stillTimesMs: Readonly<Record<StoryBeat, number>> = {
  arrive: 0,
  pin: 3800,
  raise: 6200,
  release: storyDurationMs,
}

/** Returns the moment of the story at a time in milliseconds; times outside it give its start or end. */
export function storyMomentAt(timeMs: number): StoryMoment {
  const time = Math.min(storyDurationMs, Math.max(0, timeMs))
  const railShare = easeInOut(progress(time, 4700, 5600))
  return {
    beat: storyBeats.findLast((beat) => time >= beatStartsMs[beat]) ?? 'arrive',
    closeness: easeInOut(progress(time, 900, 2400)) - easeInOut(progress(time, 6500, 7900)),
    drift: easeInOut(time / storyDurationMs),
    pinDrop: bounce(progress(time, 2000, 2600)),
    pinLabelVisible: time >= 2500 && time < 6500,
    pinFixed: time >= 5700,
    version: time < 4400 ? 1 : 2,
    railRaise: railRaiseMetres * railShare,
    railGlow: progress(time, 4400, 4800) * (1 - easeInOut(progress(time, 6600, 7600))),
    raiseLabelVisible: time >= 5200 && time < 6700,
    approval: time < 7100 ? 'hidden' : time < 8100 ? 'offered' : time < 8450 ? 'pressed' : 'released',
    lanternLight: easeInOut(progress(time, 8350, 9300)),
    protectionLabelVisible: time >= 8700,
  }
}

function progress(time: number, start: number, end: number): number {
  return Math.min(1, Math.max(0, (time - start) / (end - start)))
}

function easeInOut(share: number): number {
  return share * share * (3 - 2 * share)
}

/** Falls, springs back a little and comes to rest. */
function bounce(share: number): number {
  if (share <= 0 || share >= 1) return share <= 0 ? 0 : 1
  return share < 0.6 ? (share / 0.6) ** 2 : 1 - 0.14 * Math.sin(((share - 0.6) / 0.4) * Math.PI)
}
