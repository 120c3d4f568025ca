import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { FilterPanel, type FilterPanelProps } from './filter-panel.tsx'
import { countActiveFilters } from './search-filters.ts'
import styles from './search-view.module.css'

/** Shows the filters on a phone as a sheet, with the number of results. */
export function FilterSheet({ total, ...rest }: FilterPanelProps & { total: number | undefined }) {
  const t = useTranslations('talent')
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.sheet}>
      <Button icon="filter" aria-expanded={open} onClick={() => setOpen(true)}>
        {t('filters.open', { count: countActiveFilters(rest.filters) })}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('filters')}
        actions={
          <>
            <Button
              kind="quiet"
              onClick={() => rest.onChange({ q: rest.filters.q, sort: rest.filters.sort })}
              disabled={countActiveFilters(rest.filters) === 0}
            >
              {t('filters.clear')}
            </Button>
            <Button kind="filled" onClick={() => setOpen(false)}>
              {total === undefined ? t('results') : t('filters.show', { count: total })}
            </Button>
          </>
        }
      >
        <FilterPanel {...rest} />
      </Dialog>
    </div>
  )
}
