import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { useNavigate, useSearchParams } from 'react-router'
import { useWords } from '../../lib/words.ts'
import { openEntriesOf } from './balance-address.ts'
import { PostingsList } from './postings-list.tsx'

/** The entries behind the number that the address names; closing it goes back to the numbers. */
export function PostingsDialog() {
  const t = useWords('payments')
  const c = useWords('common')
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const open = openEntriesOf(params)
  const balance = open && 'of' in open ? open.of : undefined
  const title = balance ? t(`balance.${balance}`) : t(open ? 'postings.milestone' : 'postings.title')
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
      {open && <PostingsList of={open} label={title} />}
    </Dialog>
  )
}
