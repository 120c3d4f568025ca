import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { parseEntriesUrl } from '../../components/money/entries-url.ts'
import { useFormat } from '../../lib/i18n/format.ts'
import { LedgerEntryList } from './ledger-entry-list.tsx'

/** Shows the entries that the URL selects; closing it returns to the balances. */
export function LedgerEntriesDialog() {
  const t = useTranslations('payments')
  const c = useTranslations('common')
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const open = parseEntriesUrl(params)
  const format = useFormat()
  const sum = open && 'of' in open ? open : undefined
  const name = sum ? t(`balance.${sum.of}`) : t(open ? 'entries.milestone' : 'entries.title')
  const title = sum?.month ? t('entries.of-month', { name, month: monthText(sum.month, format.locale) }) : name
  const close = () => void navigate('/payment', { preventScrollReset: true })
  return (
    <Dialog
      open={open !== undefined}
      onClose={close}
      size="wide"
      title={title}
      text={sum ? t(`balance.${sum.of}.hint`) : open && t('entries.milestone.hint')}
      actions={<Button onClick={close}>{c('close')}</Button>}
    >
      {open && <LedgerEntryList of={open} label={title} />}
    </Dialog>
  )
}

/** Formats the month 2026-12 as December 2026. */
function monthText(month: string, locale: Intl.Locale): string {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(`${month}-01T00:00:00Z`))
}
