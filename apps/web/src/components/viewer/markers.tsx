import { type Vector } from '@veranda/core/geometry/vector.ts'
import { useEffect, useRef } from 'react'
import { useLengthFormat } from '../../lib/i18n/format-length.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { type ViewerCanvas } from '../../three/viewer/viewer-canvas.ts'
import { labelShift, type Rectangle } from './label-shift.ts'
import { type AnchorPoint, type ViewerPin } from './viewer-types.ts'
import styles from './markers.module.css'

type Props = {
  canvas: ViewerCanvas
  pins: readonly ViewerPin[]
  openPinId: string | undefined
  onOpenPin: ((id: string) => void) | undefined
  draftPin: AnchorPoint | undefined
  /** A point is being picked: presses go through to the model. */
  picking: boolean
  showDimensions: boolean
}

/** Renders pins and dimension labels over the canvas; each follows its anchor on every frame without React. */
export function Markers({ canvas, pins, openPinId, onOpenPin, draftPin, picking, showDimensions }: Props) {
  const t = useTranslations('viewer')
  const layer = useRef<HTMLDivElement>(null)
  const dimensionLabels = useDimensionLabels(canvas, showDimensions)

  useEffect(() => {
    const anchors = new Map<string, { at: Vector; part: string | undefined }>([
      ...pins.map((pin) => [pin.id, { at: pin.position, part: pin.part }] as const),
      ...dimensionLabels.map(
        (dimensionLabel) => [dimensionLabel.key, { at: dimensionLabel.at, part: undefined }] as const,
      ),
      ...(draftPin ? [['draft', { at: draftPin.position, part: draftPin.part }] as const] : []),
    ])
    const updatePositions = () => {
      const occupied: { x: number; y: number }[] = []
      const covers = dimensionLabels.length > 0 && layer.current ? rectanglesOver(layer.current) : undefined
      for (const element of layer.current?.children ?? []) {
        if (!(element instanceof HTMLElement)) continue
        const anchor = anchors.get(element.dataset['key'] ?? '')
        const screenPoint = anchor && canvas.projectPoint(anchor.at, anchor.part)
        element.hidden = !screenPoint
        if (!screenPoint) continue
        const place =
          anchor.part !== undefined
            ? { x: avoidOverlap(screenPoint, occupied), y: screenPoint.y }
            : covers
              ? placeLabel(element, screenPoint, covers)
              : screenPoint
        element.style.transform = `translate(${place.x.toFixed(1)}px, ${place.y.toFixed(1)}px)`
        element.toggleAttribute('data-behind', screenPoint.hidden)
      }
    }
    updatePositions()
    return canvas.onFrame(updatePositions)
  }, [canvas, pins, draftPin, dimensionLabels])

  return (
    <div ref={layer} className={styles.markers} data-pointing={picking || undefined} dir="ltr">
      {dimensionLabels.map((dimensionLabel) => (
        <span key={dimensionLabel.key} data-key={dimensionLabel.key} className={styles.size}>
          <bdi>{dimensionLabel.text}</bdi>
        </span>
      ))}
      {pins.map((pin) => (
        <div key={pin.id} data-key={pin.id} className={styles.marker}>
          <button
            type="button"
            // The list next to the canvas is the keyboard route; up to two hundred extra tab stops would block it.
            tabIndex={-1}
            className={styles.pin}
            data-look={pin.look}
            aria-current={pin.id === openPinId || undefined}
            aria-label={pin.label}
            title={pin.label}
            onClick={() => onOpenPin?.(pin.id)}
          >
            {pin.number}
          </button>
        </div>
      ))}
      {draftPin && (
        <div data-key="draft" className={styles.marker}>
          <span className={styles.pin} data-look="draft" role="img" aria-label={t('pin.new')} />
        </div>
      )}
    </div>
  )
}

type Covers = { readonly picture: Rectangle; readonly rectangles: Rectangle[] }

/** Returns the rectangles of the picture and of the tools that cover a part of it. */
function rectanglesOver(layer: HTMLElement): Covers {
  const tools = layer.parentElement?.querySelectorAll('[data-covers-picture]') ?? []
  return { picture: layer.getBoundingClientRect(), rectangles: [...tools].map((one) => one.getBoundingClientRect()) }
}

/**
 * Returns where a label is drawn so that it ends within the picture and neither tools nor labels before it cover it;
 * later ones avoid it too.
 */
function placeLabel(label: HTMLElement, at: { x: number; y: number }, { picture, rectangles }: Covers) {
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = label
  const width = picture.right - picture.left
  const isInPicture = at.x >= 0 && at.x <= width
  const x = isInPicture ? Math.min(at.x, width - offsetLeft - offsetWidth - labelMarginPx) : at.x
  const left = picture.left + offsetLeft + x
  const top = picture.top + offsetTop + at.y
  const rectangle = { left, top, right: left + offsetWidth, bottom: top + offsetHeight }
  const shift = labelShift(rectangle, rectangles, picture)
  rectangles.push({ ...rectangle, top: top + shift, bottom: rectangle.bottom + shift })
  return { x, y: at.y + shift }
}

/** Space between a label and the end of the picture. */
const labelMarginPx = 6

/** Minimum gap between pins at the same spot, in pixels, so that each can be pressed. */
const minMarkerGapPx = 30

/** Moves a pin sideways until it overlaps no other. */
function avoidOverlap({ x, y }: { x: number; y: number }, occupied: { x: number; y: number }[]): number {
  let freeX = x
  while (occupied.some((other) => Math.abs(other.x - freeX) < minMarkerGapPx && Math.abs(other.y - y) < minMarkerGapPx))
    freeX += minMarkerGapPx
  occupied.push({ x: freeX, y })
  return freeX
}

const noDimensions: readonly { key: string; text: string; at: Vector }[] = []

/** Returns the labels of the rulers and the human figure. */
function useDimensionLabels(canvas: ViewerCanvas, on: boolean) {
  const t = useTranslations('viewer')
  const lengths = useLengthFormat()
  if (!on) return noDimensions
  return canvas.dimensions().map(({ what, at, metres }) => ({
    key: what,
    at,
    text:
      what === 'person'
        ? t('size.person', { height: lengths.metres(metres) })
        : t(`size.${what}`, { length: lengths.millimetres(metres) }),
  }))
}
