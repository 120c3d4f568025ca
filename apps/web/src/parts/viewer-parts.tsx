import { type ModelFacts } from '@veranda/contract/works/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Table } from '@veranda/ui/table.tsx'
import { useId, useState } from 'react'
import { useFormat } from '../lib/format.ts'
import { useLengths } from '../lib/format-length.ts'
import { useWords } from '../lib/words.ts'
import { ViewerIcon } from './viewer-icon.tsx'
import styles from './viewer-words.module.css'

type Props = {
  name: string
  facts: ModelFacts
  hidden: readonly string[]
  onHidden: (hidden: string[]) => void
  onLight: (part: string | undefined) => void
  onPin: ((part: string) => void) | undefined
  /** Whether there is a stage on which parts can be hidden. */
  drawn: boolean
}

/** The work in words: what it measures and the parts it is made of. Open from the start where nothing is drawn. */
export function PartsAndFacts(props: Props) {
  const { facts, hidden, onHidden, drawn } = props
  const t = useWords('viewer')
  const format = useFormat()
  const id = useId()
  const [wanted, setWanted] = useState<boolean>()
  const open = wanted ?? !drawn
  const { size } = facts
  const sides = { x: mm(size.x), y: mm(size.y), z: mm(size.z) }
  function mm(metres: number): string {
    return format.number(Math.round(metres * 1000))
  }
  return (
    <section className={styles.words} aria-label={t('parts')}>
      <div className={styles.wordsHead}>
        <button
          type="button"
          className={styles.disclose}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setWanted(!open)}
        >
          <ViewerIcon name="layers" size={18} />
          {t('parts.count', { count: facts.parts.length })}
          <Icon name="chevron-down" size={16} />
        </button>
        <span className={styles.quiet}>
          <bdi>{t('facts.size.of', sides)}</bdi>
        </span>
        {hidden.length > 0 && (
          <Button size="small" kind="quiet" icon="eye" onClick={() => onHidden([])}>
            {t('parts.all')} ({t('parts.hidden', { count: hidden.length })})
          </Button>
        )}
      </div>
      <div id={id} hidden={!open} className={styles.wordsBody}>
        <div className={styles.partTable}>
          <PartTable {...props} mm={mm} />
        </div>
        <Facts facts={facts} sides={sides} />
      </div>
    </section>
  )
}

function PartTable({
  name,
  facts,
  hidden,
  onHidden,
  onLight,
  onPin,
  drawn,
  mm,
}: Props & { mm: (m: number) => string }) {
  const t = useWords('viewer')
  const format = useFormat()
  const names = [...new Set(facts.parts.map((part) => part.name))]
  const rows = facts.parts.map((part, index) => ({ ...part, key: `${part.name} ${index}` }))
  const sizeOf = ({ min, max }: ModelFacts['box']) =>
    t('parts.size.of', { x: mm(max.x - min.x), y: mm(max.y - min.y), z: mm(max.z - min.z) })
  const alone = (part: string) => hidden.length === names.length - 1 && !hidden.includes(part)
  return (
    <Table
      caption={t('parts.caption', { name })}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        {
          id: 'name',
          title: t('parts.name'),
          render: (part) => (
            <span
              className={styles.partName}
              data-hidden={hidden.includes(part.name) || undefined}
              onPointerEnter={() => onLight(part.name)}
              onPointerLeave={() => onLight(undefined)}
            >
              <bdi>{part.name || t('parts.nameless')}</bdi>
              <bdi className={styles.partSize}>{sizeOf(part.box)}</bdi>
            </span>
          ),
        },
        {
          id: 'triangles',
          title: t('parts.triangles'),
          align: 'end',
          render: (part) => <span className={styles.figure}>{format.number(part.triangles)}</span>,
        },
        {
          id: 'actions',
          title: t('parts.actions'),
          align: 'end',
          render: ({ name: part }) => (
            <span className={styles.actions}>
              {drawn && (
                <>
                  <IconButton
                    size="small"
                    icon={hidden.includes(part) ? 'eye-off' : 'eye'}
                    label={t(hidden.includes(part) ? 'parts.show' : 'parts.hide', { part })}
                    onClick={() =>
                      onHidden(hidden.includes(part) ? hidden.filter((one) => one !== part) : [...hidden, part])
                    }
                  />
                  <IconButton
                    size="small"
                    icon="cube"
                    label={alone(part) ? t('parts.all') : t('parts.only', { part })}
                    onClick={() => onHidden(alone(part) ? [] : names.filter((one) => one !== part))}
                  />
                </>
              )}
              {onPin && (
                <IconButton size="small" icon="pin" label={t('parts.pin', { part })} onClick={() => onPin(part)} />
              )}
            </span>
          ),
        },
      ]}
    />
  )
}

type FactsProps = { facts: ModelFacts; sides: Record<'x' | 'y' | 'z', string> }

function Facts({ facts, sides }: FactsProps) {
  const t = useWords('viewer')
  const format = useFormat()
  const lengths = useLengths()
  const exact = lengths.tolerance(facts.tolerance)
  const size = new Intl.NumberFormat(format.language, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
    numberingSystem: 'latn',
  }).format(facts.textureBytes / 1_048_576)
  const rows: readonly (readonly [string, string])[] = [
    [t('facts.size'), t('facts.size.of', sides)],
    [t('facts.triangles'), format.number(facts.triangles)],
    [t('facts.materials'), format.number(facts.materials)],
    [t('facts.draws'), format.number(facts.draws)],
    [t('facts.textures'), t('facts.textures.of', { count: facts.textures.length, size })],
    ...(facts.animations.length > 0 ? [[t('facts.animations'), format.list(facts.animations)] as const] : []),
    [t('facts.tolerance'), t('facts.tolerance.of', { tolerance: exact })],
  ]
  return (
    <dl className={styles.facts} aria-label={t('facts')}>
      {rows.map(([what, value]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
