import { type ExploreReply } from '@veranda/contract/talent/explore/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { ToggleChip } from '@veranda/ui/chip.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './explore-view.module.css'
import { type ExploreFilters, priceCurrency, priceSteps, withExploreFilters } from './explore-filters.ts'

type Props = {
  filters: ExploreFilters
  disciplines: ExploreReply['disciplines']
  onChange: (filters: ExploreFilters) => void
}

/** Filters the gallery: a text, a discipline, a price, and who is free this week. */
export function ExploreBar({ filters, disciplines, onChange }: Props) {
  const t = useTranslations('talent/explore')
  const format = useFormat()
  const apply = (change: Parameters<typeof withExploreFilters>[1]) => onChange(withExploreFilters(filters, change))
  const { discipline } = filters
  // A discipline of the address that no one in the gallery has can still be taken off.
  const isUnlisted = discipline !== undefined && !disciplines.some(({ name }) => name === discipline)
  const names = [...(isUnlisted ? [discipline] : []), ...disciplines.map(({ name }) => name)]
  const price = filters.priceTo === undefined ? '' : String(filters.priceTo)
  const steps =
    priceSteps.some((step) => String(step) === price) || price === '' ? priceSteps : [...priceSteps, Number(price)]
  return (
    <div className={styles.filters}>
      <div className={styles.line}>
        <SearchForm key={filters.q ?? ''} text={filters.q ?? ''} onSearch={(q) => apply({ q })} />
        <span className={styles.price}>
          <Select
            aria-label={t('filter.price')}
            value={price}
            onChange={({ target: { value } }) =>
              apply(
                value === ''
                  ? { priceTo: undefined, currency: undefined }
                  : { priceTo: Number(value), currency: filters.currency ?? priceCurrency },
              )
            }
            options={[
              { value: '', label: t('filter.price.any') },
              ...steps.map((amount) => ({
                value: String(amount),
                label: t('filter.price.to', {
                  amount: format.money({ amount, currency: filters.currency ?? priceCurrency }),
                }),
              })),
            ]}
          />
        </span>
        <ToggleChip on={filters.free === 'week'} onChange={(on) => apply({ free: on ? 'week' : undefined })}>
          {t('filter.free')}
        </ToggleChip>
      </div>
      {names.length > 0 && (
        <div className={styles.disciplines} role="group" aria-label={t('disciplines')}>
          <ToggleChip on={discipline === undefined} onChange={() => apply({ discipline: undefined })}>
            {t('discipline.all')}
          </ToggleChip>
          {names.map((name) => (
            <ToggleChip
              key={name}
              on={name === discipline}
              onChange={(on) => apply({ discipline: on ? name : undefined })}
            >
              {name}
            </ToggleChip>
          ))}
        </div>
      )}
    </div>
  )
}

function SearchForm({ text, onSearch }: { text: string; onSearch: (text: string | undefined) => void }) {
  const t = useTranslations('talent/explore')
  const [typed, setTyped] = useState(text)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    onSearch(typed.trim() || undefined)
  }
  return (
    <form role="search" className={styles.search} onSubmit={submit}>
      <TextInput
        enterKeyHint="search"
        icon="search"
        aria-label={t('search')}
        placeholder={t('search.placeholder')}
        maxLength={120}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        after={
          text === '' ? undefined : (
            <IconButton size="small" icon="close" label={t('search.clear')} onClick={() => onSearch(undefined)} />
          )
        }
      />
      <Button type="submit">{t('search.do')}</Button>
    </form>
  )
}
