import { type Vector } from '@veranda/core/geometry/vector.ts'
import { useEffect, useRef } from 'react'
import { useLengths } from '../lib/format-length.ts'
import { useWords } from '../lib/words.ts'
import { type Stage } from '../stage/stage.ts'
import { type Place, type ViewerPin } from './viewer-types.ts'
import styles from './viewer-marks.module.css'

type Props = {
  stage: Stage
  pins: readonly ViewerPin[]
  opened: string | undefined
  onOpen: ((id: string) => void) | undefined
  draft: Place | undefined
  /** A place is being pointed at: presses go through to the work. */
  pointing: boolean
  sizes: boolean
}

/** Pins and sizes over the stage; each follows its place with every frame that is drawn, without React. */
export function Markers({ stage, pins, opened, onOpen, draft, pointing, sizes }: Props) {
  const t = useWords('viewer')
  const layer = useRef<HTMLDivElement>(null)
  const marks = useSizes(stage, sizes)

  useEffect(() => {
    const places = new Map<string, { at: Vector; part: string | undefined }>([
      ...pins.map((pin) => [pin.id, { at: pin.position, part: pin.part }] as const),
      ...marks.map((mark) => [mark.key, { at: mark.at, part: undefined }] as const),
      ...(draft ? [['draft', { at: draft.position, part: draft.part }] as const] : []),
    ])
    const follow = () => {
      const taken: { x: number; y: number }[] = []
      for (const element of layer.current?.children ?? []) {
        if (!(element instanceof HTMLElement)) continue
        const place = places.get(element.dataset['key'] ?? '')
        const spot = place && stage.spot(place.at, place.part)
        element.hidden = !spot
        if (!spot) continue
        const x = place.part === undefined ? spot.x : besideOthers(spot, taken)
        element.style.transform = `translate(${x.toFixed(1)}px, ${spot.y.toFixed(1)}px)`
        element.toggleAttribute('data-behind', spot.hidden)
      }
    }
    follow()
    return stage.onFrame(follow)
  }, [stage, pins, draft, marks])

  return (
    <div ref={layer} className={styles.markers} data-pointing={pointing || undefined} dir="ltr">
      {marks.map((mark) => (
        <span key={mark.key} data-key={mark.key} className={styles.size}>
          <bdi>{mark.text}</bdi>
        </span>
      ))}
      {pins.map((pin) => (
        <div key={pin.id} data-key={pin.id} className={styles.marker}>
          <button
            type="button"
            // The list beside the stage is the way by keyboard; two hundred stops on the way to it would not be.
            tabIndex={-1}
            className={styles.pin}
            data-look={pin.look}
            aria-current={pin.id === opened || undefined}
            aria-label={pin.label}
            title={pin.label}
            onClick={() => onOpen?.(pin.id)}
          >
            {pin.number}
          </button>
        </div>
      ))}
      {draft && (
        <div data-key="draft" className={styles.marker}>
          <span className={styles.pin} data-look="draft" role="img" aria-label={t('pin.new')} />
        </div>
      )}
    </div>
  )
}

/** So far apart stand the pins of one crowd, in pixels; each can then be pressed. */
const apart = 30

/** Moves a pin to the side of those that stand where it belongs. */
function besideOthers({ x, y }: { x: number; y: number }, taken: { x: number; y: number }[]): number {
  let free = x
  while (taken.some((other) => Math.abs(other.x - free) < apart && Math.abs(other.y - y) < apart)) free += apart
  taken.push({ x: free, y })
  return free
}

const none: readonly { key: string; text: string; at: Vector }[] = []

/** What the rules along the edges and the figure say. */
function useSizes(stage: Stage, on: boolean) {
  const t = useWords('viewer')
  const lengths = useLengths()
  if (!on) return none
  return stage.sizes().map(({ what, at, metres }) => ({
    key: what,
    at,
    text:
      what === 'person'
        ? t('size.person', { height: lengths.metres(metres) })
        : t(`size.${what}`, { length: lengths.millimetres(metres) }),
  }))
}
