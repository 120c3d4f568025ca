import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { Filters, type FiltersProps } from './filters.tsx'
import { filterCount } from './search-filters.ts'
import styles from './search-screen.module.css'

/** The filters on a phone: a sheet of their own, with how many it would show. */
export function FilterSheet({ total, ...rest }: FiltersProps & { total: number | undefined }) {
  const t = useWords('talent')
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.sheet}>
      <Button icon="filter" aria-expanded={open} onClick={() => setOpen(true)}>
        {t('filters.open', { count: filterCount(rest.filters) })}
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
              disabled={filterCount(rest.filters) === 0}
            >
              {t('filters.clear')}
            </Button>
            <Button kind="filled" onClick={() => setOpen(false)}>
              {total === undefined ? t('results') : t('filters.show', { count: total })}
            </Button>
          </>
        }
      >
        <Filters {...rest} />
      </Dialog>
    </div>
  )
}
