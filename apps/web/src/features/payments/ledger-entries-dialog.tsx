import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from '../../lib/i18n.ts'
import { entriesFilterFrom } from './balance-links.ts'
import { LedgerEntryList } from './ledger-entry-list.tsx'

/** Shows the entries that the URL selects; closing it returns to the balances. */
export function LedgerEntriesDialog() {
  const t = useTranslations('payments')
  const c = useTranslations('common')
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const open = entriesFilterFrom(params)
  const balance = open && 'of' in open ? open.of : undefined
  const title = balance ? t(`balance.${balance}`) : t(open ? 'entries.milestone' : 'entries.title')
  const close = () => void navigate('/payment', { preventScrollReset: true })
  return (
    <Dialog
      open={open !== undefined}
      onClose={close}
      size="wide"
      title={title}
      text={balance ? t(`balance.${balance}.hint`) : undefined}
      actions={<Button onClick={close}>{c('close')}</Button>}
    >
      {open && <LedgerEntryList of={open} label={title} />}
    </Dialog>
  )
}
