import { type PartChange } from '@veranda/core/geometry/compare-parts.ts'
import { length, type Vector } from '@veranda/core/geometry/vector.ts'
import { Chip } from '@veranda/ui/chip.tsx'
import { Table } from '@veranda/ui/table.tsx'
import { type Tone } from '@veranda/ui/tone.ts'
import { useLengths } from '../lib/format-length.ts'
import { useWords } from '../lib/words.ts'
import { heatStops } from '../stage/heat.ts'
import { type FormerVersion } from './viewer-types.ts'
import styles from './viewer-words.module.css'

type Props = {
  label: string
  former: FormerVersion
  tolerance: number
  changes: readonly PartChange[]
  onPart: (part: string | undefined) => void
}

const tones: Record<PartChange['change'], Tone> = {
  same: 'neutral',
  moved: 'accent',
  changed: 'accent',
  added: 'success',
  gone: 'error',
}

/** The map of what moved, in words: every part that is not where it was, and by how much. */
export function CompareTable({ label, former, tolerance, changes, onPart }: Props) {
  const t = useWords('viewer')
  const lengths = useLengths()
  const different = changes.filter(({ change }) => change !== 'same').toSorted((a, b) => b.largest - a.largest)
  const same = changes.length - different.length
  const exact = lengths.tolerance(tolerance)
  const largest = different[0]?.largest ?? 0
  const by = (metres: number) => t('compare.by', { length: lengths.millimetres(metres), tolerance: exact })
  const title = t('compare.title', { former: former.label, version: label })
  return (
    <section className={styles.changes} aria-label={title}>
      <div className={styles.changesHead}>
        <h3 className={styles.heading}>{title}</h3>
        {largest > 0 && (
          <div className={styles.legend} role="img" aria-label={t('compare.legend')} dir="ltr">
            <span>{lengths.millimetres(0, 0)}</span>
            <span className={styles.scale} style={{ backgroundImage: gradient }} />
            <span>{lengths.millimetres(largest)}</span>
          </div>
        )}
      </div>
      {different.length === 0 ? (
        <p className={styles.quiet}>{t('compare.nothing', { tolerance: exact })}</p>
      ) : (
        <Table
          caption={t('compare.caption', { former: former.label, version: label })}
          rows={different.map((change, index) => ({ ...change, key: `${change.name} ${index}` }))}
          keyOf={({ key }) => key}
          columns={[
            {
              id: 'part',
              title: t('compare.part'),
              render: ({ name }) => (
                <button
                  type="button"
                  className={styles.partName}
                  onClick={() => onPart(name)}
                  onPointerEnter={() => onPart(name)}
                  onPointerLeave={() => onPart(undefined)}
                >
                  {name || t('parts.nameless')}
                </button>
              ),
            },
            {
              id: 'largest',
              title: t('compare.largest'),
              align: 'end',
              render: ({ change, largest: far }) =>
                change === 'added' || change === 'gone' ? null : <b className={styles.figure}>{by(far)}</b>,
            },
            {
              id: 'what',
              title: t('compare.what'),
              render: ({ change, offset }) => (
                <Chip tone={tones[change]}>
                  {change === 'moved' && offset
                    ? t('compare.moved', { way: t(`way.${wayOf(offset)}`) })
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
      {different.length > 0 && same > 0 && <p className={styles.quiet}>{t('compare.unchanged', { count: same })}</p>}
    </section>
  )
}

const gradient = `linear-gradient(to right, ${heatStops
  .map(([at, color]) => `rgb(${color.map((one) => Math.round(one * 255)).join(' ')}) ${at * 100}%`)
  .join(', ')})`

const ways = { x: ['right', 'left'], y: ['up', 'down'], z: ['forward', 'back'] } as const

/** The way in a word: along an axis when nearly all of it goes there. */
function wayOf(offset: Vector): (typeof ways)['x' | 'y' | 'z'][number] | 'aslant' {
  const whole = length(offset)
  for (const axis of ['x', 'y', 'z'] as const) {
    if (Math.abs(offset[axis]) > whole * 0.98) return ways[axis][offset[axis] > 0 ? 0 : 1]
  }
  return 'aslant'
}
