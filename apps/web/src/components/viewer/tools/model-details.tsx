import { type ModelFacts } from '@veranda/contract/assets/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Table } from '@veranda/ui/table.tsx'
import { useId, useState } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useLengthFormat } from '../../../lib/i18n/format-length.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ViewerIcon } from '../viewer-icon.tsx'
import styles from './details.module.css'

type Props = {
  name: string
  facts: ModelFacts
  hidden: readonly string[]
  onHiddenChange: (hidden: string[]) => void
  onHighlightPart: (part: string | undefined) => void
  onPinPart: ((part: string) => void) | undefined
  /** The model is drawn, so parts can be hidden and highlighted. */
  interactive: boolean
}

/** Lists dimensions, parts and facts of the model; open by default where nothing is drawn. */
export function ModelDetails(props: Props) {
  const { facts, hidden, onHiddenChange, interactive } = props
  const t = useTranslations('viewer')
  const id = useId()
  const [toggled, setToggled] = useState<boolean>()
  const open = toggled ?? !interactive
  const { size } = facts
  // With the digits of the rulers on the model.
  const { millimetreFigure: mm } = useLengthFormat()
  const dimensions = { x: mm(size.x), y: mm(size.y), z: mm(size.z) }
  return (
    <section className={styles.words} aria-label={t('parts')}>
      <div className={styles.wordsHead}>
        <button
          type="button"
          className={styles.disclose}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setToggled(!open)}
        >
          <ViewerIcon name="layers" size={18} />
          {t('parts.count', { count: facts.parts.length })}
          <Icon name="chevron-down" size={16} />
        </button>
        <span className={styles.quiet}>
          <bdi>{t('facts.size.of', dimensions)}</bdi>
        </span>
        {hidden.length > 0 && (
          <Button size="small" kind="quiet" icon="eye" onClick={() => onHiddenChange([])}>
            {t('parts.all')} ({t('parts.hidden', { count: hidden.length })})
          </Button>
        )}
      </div>
      <div id={id} hidden={!open} className={styles.wordsBody}>
        <div className={styles.partTable}>
          <PartsTable {...props} mm={mm} />
        </div>
        <FactsList facts={facts} dimensions={dimensions} />
      </div>
    </section>
  )
}

function PartsTable({
  name,
  facts,
  hidden,
  onHiddenChange,
  onHighlightPart,
  onPinPart,
  interactive,
  mm,
}: Props & { mm: (m: number) => string }) {
  const t = useTranslations('viewer')
  const format = useFormat()
  const names = [...new Set(facts.parts.map((part) => part.name))]
  const rows = facts.parts.map((part, index) => ({ ...part, key: `${part.name} ${index}` }))
  const sizeOf = ({ min, max }: ModelFacts['box']) =>
    t('parts.size.of', { x: mm(max.x - min.x), y: mm(max.y - min.y), z: mm(max.z - min.z) })
  const isOnlyVisible = (part: string) => hidden.length === names.length - 1 && !hidden.includes(part)
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
              onPointerEnter={() => onHighlightPart(part.name)}
              onPointerLeave={() => onHighlightPart(undefined)}
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
              {interactive && (
                <>
                  <IconButton
                    size="small"
                    icon={hidden.includes(part) ? 'eye-off' : 'eye'}
                    label={t(hidden.includes(part) ? 'parts.show' : 'parts.hide', { part })}
                    onClick={() =>
                      onHiddenChange(hidden.includes(part) ? hidden.filter((one) => one !== part) : [...hidden, part])
                    }
                  />
                  <IconButton
                    size="small"
                    icon="cube"
                    label={isOnlyVisible(part) ? t('parts.all') : t('parts.only', { part })}
                    onClick={() => onHiddenChange(isOnlyVisible(part) ? [] : names.filter((one) => one !== part))}
                  />
                </>
              )}
              {onPinPart && (
                <IconButton size="small" icon="pin" label={t('parts.pin', { part })} onClick={() => onPinPart(part)} />
              )}
            </span>
          ),
        },
      ]}
    />
  )
}

type FactsListProps = { facts: ModelFacts; dimensions: Record<'x' | 'y' | 'z', string> }

function FactsList({ facts, dimensions }: FactsListProps) {
  const t = useTranslations('viewer')
  const format = useFormat()
  const lengths = useLengthFormat()
  const deviationText = lengths.tolerance(facts.deviation)
  const size = new Intl.NumberFormat(format.locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
    numberingSystem: 'latn',
  }).format(facts.textureBytes / 1_048_576)
  const rows: readonly (readonly [string, string])[] = [
    [t('facts.size'), t('facts.size.of', dimensions)],
    [t('facts.triangles'), format.number(facts.triangles)],
    [t('facts.materials'), format.number(facts.materials)],
    [t('facts.draws'), format.number(facts.draws)],
    [t('facts.textures'), t('facts.textures.of', { count: facts.textures.length, size })],
    ...(facts.animations.length > 0 ? [[t('facts.animations'), format.list(facts.animations)] as const] : []),
    [t('facts.deviation'), t('facts.deviation.of', { deviation: deviationText })],
  ]
  return (
    <dl className={styles.facts} aria-label={t('facts')}>
      {rows.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
