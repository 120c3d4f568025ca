import { type PartChange } from '@veranda/core/geometry/compare-parts.ts'
import { length, type Vector } from '@veranda/core/geometry/vector.ts'
import { Chip } from '@veranda/ui/chip.tsx'
import { Table } from '@veranda/ui/table.tsx'
import { type Tone } from '@veranda/ui/tone.ts'
import { useLengthFormat } from '../../lib/format-length.ts'
import { useTranslations } from '../../lib/i18n.ts'
import { heatMapStops } from '../../three/viewer/heat-map.ts'
import { type PreviousVersion } from './viewer-types.ts'
import styles from './details.module.css'

type Props = {
  label: string
  previous: PreviousVersion
  tolerance: number
  changes: readonly PartChange[]
  onHighlightPart: (part: string | undefined) => void
}

const changeTones: Record<PartChange['change'], Tone> = {
  same: 'neutral',
  moved: 'accent',
  changed: 'accent',
  added: 'success',
  gone: 'error',
}

/** Lists every changed part and its distances: the text equivalent of the heat map. */
export function CompareTable({ label, previous, tolerance, changes, onHighlightPart }: Props) {
  const t = useTranslations('viewer')
  const lengths = useLengthFormat()
  const changed = changes.filter(({ change }) => change !== 'same').toSorted((a, b) => b.largest - a.largest)
  const unchangedCount = changes.length - changed.length
  const toleranceText = lengths.tolerance(tolerance)
  const largest = changed[0]?.largest ?? 0
  const withTolerance = (metres: number) =>
    t('compare.by', { length: lengths.millimetres(metres), tolerance: toleranceText })
  const title = t('compare.title', { former: previous.label, version: label })
  return (
    <section className={styles.changes} aria-label={title}>
      <div className={styles.changesHead}>
        <h3 className={styles.heading}>{title}</h3>
        {largest > 0 && (
          <div className={styles.legend} role="img" aria-label={t('compare.legend')} dir="ltr">
            <span>{lengths.millimetres(0, 0)}</span>
            <span className={styles.scale} style={{ backgroundImage: legendGradient }} />
            <span>{lengths.millimetres(largest)}</span>
          </div>
        )}
      </div>
      {changed.length === 0 ? (
        <p className={styles.quiet}>{t('compare.nothing', { tolerance: toleranceText })}</p>
      ) : (
        <Table
          caption={t('compare.caption', { former: previous.label, version: label })}
          rows={changed.map((change, index) => ({ ...change, key: `${change.name} ${index}` }))}
          keyOf={({ key }) => key}
          columns={[
            {
              id: 'part',
              title: t('compare.part'),
              render: ({ name }) => (
                <button
                  type="button"
                  className={styles.partName}
                  onClick={() => onHighlightPart(name)}
                  onPointerEnter={() => onHighlightPart(name)}
                  onPointerLeave={() => onHighlightPart(undefined)}
                >
                  {name || t('parts.nameless')}
                </button>
              ),
            },
            {
              id: 'largest',
              title: t('compare.largest'),
              align: 'end',
              render: ({ change, largest: distance }) =>
                change === 'added' || change === 'gone' ? null : (
                  <b className={styles.figure}>{withTolerance(distance)}</b>
                ),
            },
            {
              id: 'what',
              title: t('compare.what'),
              render: ({ change, offset }) => (
                <Chip tone={changeTones[change]}>
                  {change === 'moved' && offset
                    ? t('compare.moved', { way: t(`way.${directionOf(offset)}`) })
                    : change === 'moved'
                      ? t('compare.changed')
                      : t(`compare.${change}`)}
                </Chip>
              ),
            },
            {
              id: 'mean',
              title: t('compare.mean'),
              align: 'end',
              render: ({ change, mean }) =>
                change === 'added' || change === 'gone' ? null : (
                  <span className={styles.figure}>{lengths.millimetres(mean)}</span>
                ),
            },
          ]}
        />
      )}
      {changed.length > 0 && unchangedCount > 0 && (
        <p className={styles.quiet}>{t('compare.unchanged', { count: unchangedCount })}</p>
      )}
    </section>
  )
}

const legendGradient = `linear-gradient(to right, ${heatMapStops
  .map(([at, color]) => `rgb(${color.map((one) => Math.round(one * 255)).join(' ')}) ${at * 100}%`)
  .join(', ')})`

const axisDirections = { x: ['right', 'left'], y: ['up', 'down'], z: ['forward', 'back'] } as const

/** Returns the direction as a word: the axis when at least 98 % of the offset lies along it. */
function directionOf(offset: Vector): (typeof axisDirections)['x' | 'y' | 'z'][number] | 'diagonally' {
  const total = length(offset)
  for (const axis of ['x', 'y', 'z'] as const) {
    if (Math.abs(offset[axis]) > total * 0.98) return axisDirections[axis][offset[axis] > 0 ? 0 : 1]
  }
  return 'diagonally'
}
