import { readTalent, searchTalent } from '@veranda/contract/talent/routes.ts'
import { type TalentCard } from '@veranda/contract/talent/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useDeferredValue, useId, useState } from 'react'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { ReadFailed } from '../../parts/reading.tsx'
import styles from './new-project.module.css'

export type CreatorPickProps = {
  value: string | null
  onChange: (id: string | null) => void
  /** Offers to choose nobody for now. */
  later?: boolean
  /** Who is asked already. */
  without?: readonly string[]
}

/** As many are looked for, and as much room is kept for them, so that nothing below moves when they come. */
const shown = 6

/** One creator out of those that a search finds; the arrow keys move within the results. */
export function CreatorPick({ value, onChange, later = false, without = [] }: CreatorPickProps) {
  const t = useWords('projects')
  const name = useId()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const found = useRead(searchTalent, { query: { q: q || undefined, limit: shown } }, { keep: true })
  const chosen = useRead(readTalent, { params: { id: value ?? '' } }, { enabled: value !== null })
  const results = (found.data?.items ?? []).filter(({ id }) => id !== value && !without.includes(id))
  const creators: TalentCard[] = chosen.data && value !== null ? [chosen.data, ...results] : results
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
        {later && (
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
        {found.isPending && <SkeletonRows count={shown} label={t('pick.loading')} />}
        {found.error && !found.data && <ReadFailed problem={found.error} retry={() => found.refetch()} />}
        <p className={styles.facts} role="status">
          {found.data && results.length === 0 ? t('pick.none') : ''}
        </p>
      </fieldset>
    </Stack>
  )
}

type CreatorOptionProps = { creator: TalentCard; name: string; chosen: boolean; onChoose: () => void }

function CreatorOption({ creator, name, chosen, onChoose }: CreatorOptionProps) {
  const t = useWords('projects')
  const closed = creator.accepting === 'closed'
  return (
    <label className={styles.result}>
      <input type="radio" name={name} checked={chosen} disabled={closed} onChange={onChoose} />
      <Avatar name={creator.name} src={creator.avatar} size="medium" />
      <span className={styles.grow}>
        <strong>{creator.name}</strong>
        <span className={styles.headline}>{creator.headline}</span>
      </span>
      <span className={styles.facts}>
        {closed ? (
          t('pick.closed')
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
  )
}
