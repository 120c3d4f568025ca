import { type Balances } from '@veranda/contract/payments/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { useState } from 'react'
import { type WireMoney } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { PayoutDialog } from './payout-dialog.tsx'

/** Asks for a payout when there is something to pay out. */
export function PayoutButton({ reply }: { reply: Balances }) {
  const t = useWords('payments')
  const [open, setOpen] = useState(false)
  const available: WireMoney[] = reply.items
    .filter(({ key, amount }) => key === 'creator.available' && amount.amount > 0)
    .map(({ amount }) => amount)
  return (
    <>
      <Button kind="filled" icon="wallet" disabled={available.length === 0} onClick={() => setOpen(true)}>
        {t('payout.open')}
      </Button>
      <PayoutDialog available={available} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
