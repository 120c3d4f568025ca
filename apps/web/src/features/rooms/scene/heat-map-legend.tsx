import { countDifferences, type PartDifference } from '@veranda/core/assets/compare-materials.ts'
import { largestChangeOf } from '@veranda/core/geometry/compare-parts.ts'
import { useEffect, useMemo } from 'react'
import { useLengthFormat } from '../../../lib/i18n/format-length.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { heatMapStops } from '../../../three/viewer/compare/heat-map.ts'
import styles from './heat-map-legend.module.css'

type Props = {
  canvas: RoomCanvas
  /** The differences between the two versions. */
  changes: readonly PartDifference[]
  /** Number of the version with which the shown one is compared. */
  previousNumber: number
}

const colors = heatMapStops.map(([share, color]) => {
  return [share, `rgb(${color.map((channel) => Math.round(channel * 255)).join(' ')})`] as const
})
const gradient = `linear-gradient(to right, ${colors.map(([share, color]) => `${color} ${share * 100}%`).join(', ')})`

/** Shows what the colours of the map of differences mean, over the canvas and for a headset beside the model. */
export function HeatMapLegend({ canvas, changes, previousNumber }: Props) {
  const t = useTranslations('rooms')
  const lengths = useLengthFormat()
  const largest = largestChangeOf(changes)
  const notes = useMemo(
    () =>
      countDifferences(changes).flatMap(({ kind, count }) =>
        // The other differences are on the map.
        kind === 'color' || kind === 'material' ? t(`version.map.${kind}`, { count }) : [],
      ),
    [changes, t],
  )
  const sameTitle = notes.length > 0 ? 'version.map.shape' : 'version.map.none'
  const title = t(largest > 0 ? 'version.map' : sameTitle, { number: previousNumber })
  const [start, middle, end] = [0, largest / 2, largest].map((metres) => lengths.millimetres(metres))
  useEffect(() => {
    if (start === undefined || middle === undefined || end === undefined) return
    canvas.setHeatMapLegend({ title, colors, values: [start, middle, end], notes })
    return () => canvas.setHeatMapLegend(undefined)
  }, [canvas, title, start, middle, end, notes])
  return (
    <figure className={styles.legend}>
      <figcaption>{title}</figcaption>
      {largest > 0 && (
        // The map grows from left to right in every language, as numbers do.
        <div dir="ltr">
          <span className={styles.colors} style={{ backgroundImage: gradient }} />
          <span className={styles.values}>
            <span>{start}</span>
            <span>{middle}</span>
            <span>{end}</span>
          </span>
        </div>
      )}
      {notes.map((note) => (
        <div key={note}>{note}</div>
      ))}
    </figure>
  )
}
