import { readTalent, searchTalent } from '@veranda/contract/talent/routes.ts'
import { type TalentCard } from '@veranda/contract/talent/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useDeferredValue, useId, useState } from 'react'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { QueryError } from '../../../components/query-boundary.tsx'
import styles from './new-project/new-project.module.css'

export type CreatorPickerProps = {
  value: string | null
  onChange: (id: string | null) => void
  /** Offers an option to choose no creator yet. */
  allowNone?: boolean
  /** Creators who were already asked. */
  excludedIds?: readonly string[]
}

/** Number of results, and of placeholder rows, so that the layout does not shift when results arrive. */
const resultCount = 6

/** Renders a searchable radio group of creators. */
export function CreatorPicker({ value, onChange, allowNone = false, excludedIds = [] }: CreatorPickerProps) {
  const t = useTranslations('commissions')
  const name = useId()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const found = useRead(searchTalent, { query: { q: q || undefined, limit: resultCount } }, { keepPrevious: true })
  // A creator who was chosen before is not one among strangers.
  const [browsing, setBrowsing] = useState(value === null)
  const chosen = useRead(readTalent, { params: { id: value ?? '' } }, { enabled: value !== null })
  const results = (found.data?.items ?? []).filter(({ id }) => id !== value && !excludedIds.includes(id))
  const creators: TalentCard[] = chosen.data && value !== null ? [chosen.data, ...results] : results
  if (!browsing && chosen.data) {
    return (
      <Stack gap={4}>
        <CreatorOption creator={chosen.data} name={name} chosen onChoose={() => undefined} />
        <div>
          <Button onClick={() => setBrowsing(true)}>{t('pick.other')}</Button>
        </div>
      </Stack>
    )
  }
  return (
    <Stack gap={4}>
      <Field label={t('pick.search')} hint={t('pick.search.hint')}>
        <TextInput
          type="search"
          icon="search"
          value={typed}
          maxLength={120}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      <fieldset className={styles.results} aria-busy={found.isFetching}>
        <legend>
          <VisuallyHidden>{t('pick.results')}</VisuallyHidden>
        </legend>
        {allowNone && (
          <label className={styles.result}>
            <input type="radio" name={name} checked={value === null} onChange={() => onChange(null)} />
            <span className={styles.grow}>
              {t('pick.later')} <span className={styles.facts}>{t('pick.later.hint')}</span>
            </span>
          </label>
        )}
        {creators.map((creator) => (
          <CreatorOption
            key={creator.id}
            creator={creator}
            name={name}
            chosen={creator.id === value}
            onChoose={() => onChange(creator.id)}
          />
        ))}
        {found.isPending && <SkeletonRows count={resultCount} label={t('pick.loading')} />}
        {found.error && !found.data && <QueryError problem={found.error} retry={() => found.refetch()} />}
        <p className={styles.facts} role="status">
          {found.data && results.length === 0 ? t('pick.none') : ''}
        </p>
      </fieldset>
    </Stack>
  )
}

type CreatorOptionProps = { creator: TalentCard; name: string; chosen: boolean; onChoose: () => void }

function CreatorOption({ creator, name, chosen, onChoose }: CreatorOptionProps) {
  const t = useTranslations('commissions')
  const canRequest = creator.actions.includes('request')
  return (
    <div className={styles.result}>
      <label className={styles.choice}>
        <input type="radio" name={name} checked={chosen} disabled={!canRequest} onChange={onChoose} />
        <Avatar name={creator.name} src={creator.avatar} size="medium" />
        <span className={styles.grow}>
          <strong>{creator.name}</strong>
          <span className={styles.headline}>{creator.headline}</span>
        </span>
        <span className={styles.facts}>
          {!canRequest ? (
            t(creator.actions.includes('edit') ? 'pick.self' : 'pick.closed')
          ) : creator.priceFrom ? (
            <>
              {t('pick.from')} <Amount money={creator.priceFrom} />
            </>
          ) : null}
          {creator.rating.average !== null && (
            <span className={styles.headline}>
              {t('pick.rating', { average: creator.rating.average, count: creator.rating.count })}
            </span>
          )}
        </span>
      </label>
      <Link
        className={styles.page}
        href={`/talent/${creator.id}`}
        target="_blank"
        aria-label={t('pick.page.label', { name: creator.name })}
      >
        {t('pick.page')}
      </Link>
    </div>
  )
}
