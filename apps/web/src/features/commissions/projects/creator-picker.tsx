import { readCreator, searchTalent } from '@veranda/contract/talent/routes.ts'
import { type CreatorCard } from '@veranda/contract/talent/schemas.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { skillKey } from '@veranda/core/talent/skills/skills.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useDeferredValue, useId, useState } from 'react'
import { useRead } from '../../../lib/api/query.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { QueryError } from '../../../components/page/query-boundary.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import styles from './new-project/new-project.module.css'

export type CreatorPickerProps = {
  value: string | null
  onChange: (id: string | null) => void
  /** Offers an option to choose no creator yet. */
  allowNone?: boolean
  /** Creators who were already asked. */
  excludedIds?: readonly string[]
  /** The brief that the creator is wanted for: creators with its skills come first, and prices are compared with its budget. */
  brief?: Wanted
}

type Wanted = { readonly skills: readonly string[]; readonly budget: Project['budget'] }

const nothingWanted: Wanted = { skills: [], budget: null }

/** Number of results, and of placeholder rows, so that the layout does not shift when results arrive. */
const resultCount = 6
/** Longest text of a search in UTF-16 units. */
const maxQueryLength = 120

/**
 * Renders a searchable radio group of creators, those with the skills of the brief first: until something is searched
 * for, or all are asked for, only they are shown.
 */
export function CreatorPicker({
  value,
  onChange,
  allowNone = false,
  excludedIds = [],
  brief = nothingWanted,
}: CreatorPickerProps) {
  const t = useTranslations('commissions')
  const format = useFormat()
  const name = useId()
  const [typed, setTyped] = useState('')
  const [showsAll, setShowsAll] = useState(false)
  const isMatching = !showsAll && typed.trim() === '' && brief.skills.length > 0
  const q = useDeferredValue(isMatching ? skillQuery(brief.skills) : typed.trim())
  const found = useRead(searchTalent, { query: { q: q || undefined, limit: resultCount } }, { keepPrevious: true })
  // A creator who was chosen before is not one among strangers.
  const [browsing, setBrowsing] = useState(value === null)
  const chosen = useRead(readCreator, { params: { id: value ?? '' } }, { enabled: value !== null })
  const others = (found.data?.items ?? []).filter(({ id }) => id !== value && !excludedIds.includes(id))
  const results = isMatching ? bestFirst(others, brief) : others
  const creators: CreatorCard[] = chosen.data && value !== null ? [chosen.data, ...results] : results
  if (!browsing && chosen.data) {
    return (
      <Stack gap={4}>
        <CreatorOption creator={chosen.data} brief={brief} name={name} chosen onChoose={() => undefined} />
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
          onChange={(event) => setTyped(event.target.value)}
          maxLength={maxQueryLength}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      {brief.skills.length > 0 && typed.trim() === '' && (
        <Inline justify="between" wrap>
          <span className={styles.facts}>
            {showsAll ? t('pick.all') : t('pick.matching', { skills: format.list(brief.skills) })}
          </span>
          <Button size="small" kind="quiet" onClick={() => setShowsAll(!showsAll)}>
            {t(showsAll ? 'pick.matching.show' : 'pick.all.show')}
          </Button>
        </Inline>
      )}
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
            brief={brief}
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

type CreatorOptionProps = {
  creator: CreatorCard
  brief: Wanted
  name: string
  chosen: boolean
  onChoose: () => void
}

function CreatorOption({ creator, brief, name, chosen, onChoose }: CreatorOptionProps) {
  const t = useTranslations('commissions')
  const format = useFormat()
  const { priceFrom } = creator
  const canRequest = creator.actions.includes('request')
  const skills = sharedSkills(creator, brief)
  const fit = budgetFit(creator, brief)
  return (
    <div className={styles.result}>
      <label className={styles.choice}>
        <input type="radio" name={name} checked={chosen} disabled={!canRequest} onChange={onChoose} />
        <Avatar name={creator.name} src={creator.avatar} size="medium" />
        <span className={styles.grow}>
          <strong>{creator.name}</strong>
          <span className={styles.headline}>{creator.headline}</span>
          {skills.length > 0 && (
            <span className={styles.match}>{t('pick.skills', { skills: format.list(skills) })}</span>
          )}
        </span>
        <span className={styles.facts}>
          {!canRequest ? (
            t(creator.actions.includes('edit') ? 'pick.self' : 'pick.closed')
          ) : priceFrom ? (
            <>
              <RichText
                text={t(creator.priceUnit === 'hour' ? 'pick.from.hour' : 'pick.from')}
                parts={{ sum: () => <Amount money={priceFrom} /> }}
              />
              {fit && (
                <span className={fit === 'within' ? styles.match : styles.headline}>{t(`pick.budget.${fit}`)}</span>
              )}
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

/** Returns the skills of the brief that a creator has, in any spelling. */
function sharedSkills({ skills }: CreatorCard, brief: Wanted): string[] {
  const known = new Set(skills.map(skillKey))
  return brief.skills.filter((skill) => known.has(skillKey(skill)))
}

/** Returns how a creator's lowest price compares with the budget; undefined if either is missing or in another currency. */
function budgetFit({ priceFrom, priceUnit }: CreatorCard, { budget }: Wanted): 'within' | 'above' | undefined {
  // The price of an hour says nothing about the whole work.
  if (priceUnit === 'hour' || !priceFrom || !budget || priceFrom.currency !== budget.currency) return undefined
  return priceFrom.amount <= budget.to ? 'within' : 'above'
}

/** Sorts by the number of skills that are wanted, then those whose price is above the budget last. */
function bestFirst<T extends CreatorCard>(creators: readonly T[], brief: Wanted): T[] {
  const isAbove = (creator: T) => Number(budgetFit(creator, brief) === 'above')
  return creators.toSorted(
    (a, b) => sharedSkills(b, brief).length - sharedSkills(a, brief).length || isAbove(a) - isAbove(b),
  )
}

/** Returns a search for any of the skills; quotes and a leading minus would have a meaning of their own. */
function skillQuery(skills: readonly string[]): string {
  return skills.join(' ').replace(/["-]/g, ' ').slice(0, maxQueryLength)
}
