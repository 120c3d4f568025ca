import { countDifferences, type LookChange, type PartDifference } from '@veranda/core/assets/compare-materials.ts'
import { largestChangeOf } from '@veranda/core/geometry/compare-parts.ts'
import { length, type Vector } from '@veranda/core/geometry/vector.ts'
import { Chip } from '@veranda/ui/chip.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Table } from '@veranda/ui/table.tsx'
import { type Tone } from '@veranda/ui/tone.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useLengthFormat } from '../../../lib/i18n/format-length.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { heatMapStops } from '../../../three/viewer/compare/heat-map.ts'
import { type PreviousVersion } from '../viewer-types.ts'
import styles from './details.module.css'

type Props = {
  label: string
  previous: PreviousVersion
  tolerance: number
  changes: readonly PartDifference[]
  onHighlightPart: (part: string | undefined) => void
}

const changeTones: Record<PartDifference['change'], Tone> = {
  same: 'neutral',
  moved: 'accent',
  changed: 'accent',
  added: 'success',
  gone: 'error',
}

/** Lists every changed part, its distances and its other look: the text equivalent of the heat map, and more. */
export function CompareTable({ label, previous, tolerance, changes, onHighlightPart }: Props) {
  const t = useTranslations('viewer')
  const lengths = useLengthFormat()
  const format = useFormat()
  const [changed, recolored] = [
    changes.filter(({ change }) => change !== 'same').toSorted((a, b) => b.largest - a.largest),
    changes.filter(({ change, look }) => change === 'same' && look),
  ]
  const rows = [...changed, ...recolored]
  const counts = countDifferences(changes).map(({ kind, count }) => t(`compare.count.${kind}`, { count }))
  const unchangedCount = changes.length - rows.length
  const toleranceText = lengths.tolerance(tolerance)
  const largest = largestChangeOf(changes)
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
      <p className={styles.quiet}>
        {rows.length === 0
          ? t('compare.nothing', { tolerance: toleranceText })
          : t('compare.summary', { changes: format.list(counts) })}
      </p>
      {rows.length > 0 && (
        <Table
          caption={t('compare.caption', { former: previous.label, version: label })}
          rows={rows.map((change, index) => ({ ...change, key: `${change.name} ${index}` }))}
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
                hasDistance(change) && <b className={styles.figure}>{withTolerance(distance)}</b>,
            },
            {
              id: 'what',
              title: t('compare.what'),
              render: ({ change, offset, look }) => (
                <span className={styles.differences}>
                  {change !== 'same' && (
                    <Chip tone={changeTones[change]}>
                      {change === 'moved' && offset
                        ? t('compare.moved', { way: t(`way.${moveDirection(offset)}`) })
                        : change === 'moved'
                          ? t('compare.changed')
                          : t(`compare.${change}`)}
                    </Chip>
                  )}
                  {look && <LookDifference look={look} />}
                </span>
              ),
            },
            {
              id: 'mean',
              title: t('compare.mean'),
              align: 'end',
              render: ({ change, mean }) =>
                hasDistance(change) && <span className={styles.figure}>{lengths.millimetres(mean)}</span>,
            },
          ]}
        />
      )}
      {rows.length > 0 && unchangedCount > 0 && (
        <p className={styles.quiet}>{t('compare.unchanged', { count: unchangedCount })}</p>
      )}
    </section>
  )
}

/** Shows that a part has another colour or material, with both colours where they are plain. */
function LookDifference({ look: { color, hasOtherMaterial } }: { look: LookChange }) {
  const t = useTranslations('viewer')
  return (
    <>
      {color && <Chip tone="info">{t('compare.color')}</Chip>}
      {color?.before && color.after && (
        <span
          className={styles.swatches}
          role="img"
          aria-label={t('compare.swatches', { before: color.before, after: color.after })}
        >
          <span style={{ backgroundColor: color.before }} />
          <Icon name="arrow-end" size={14} />
          <span style={{ backgroundColor: color.after }} />
        </span>
      )}
      {hasOtherMaterial && <Chip tone="info">{t('compare.material')}</Chip>}
    </>
  )
}

function hasDistance(change: PartDifference['change']): boolean {
  return change === 'moved' || change === 'changed'
}

const legendGradient = `linear-gradient(to right, ${heatMapStops
  .map(([at, color]) => `rgb(${color.map((one) => Math.round(one * 255)).join(' ')}) ${at * 100}%`)
  .join(', ')})`

const axisDirections = { x: ['right', 'left'], y: ['up', 'down'], z: ['forward', 'back'] } as const

/** Returns the direction as a word: the axis when at least 98 % of the offset lies along it. */
function moveDirection(offset: Vector): (typeof axisDirections)['x' | 'y' | 'z'][number] | 'diagonally' {
  const total = length(offset)
  for (const axis of ['x', 'y', 'z'] as const) {
    if (Math.abs(offset[axis]) > total * 0.98) return axisDirections[axis][offset[axis] > 0 ? 0 : 1]
  }
  return 'diagonally'
}
