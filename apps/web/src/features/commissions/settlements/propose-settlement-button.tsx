import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { SettlementDialog } from './settlement-dialog.tsx'

type ProposeSettlementButtonProps = { commission: Commission; milestoneId: string }

/** Opens a proposal that begins with this milestone, for either side; nothing while one is open or nothing is left. */
export function ProposeSettlementButton({ commission, milestoneId }: ProposeSettlementButtonProps) {
  const t = useTranslations('commissions/settlements')
  const [opened, setOpened] = useState(0)
  const [open, setOpen] = useState(false)
  const canPropose = commission.actions.includes('propose-settlement')
  if (!canPropose && !open) return null
  const close = () => setOpen(false)
  return (
    <>
      {canPropose && (
        <Button
          wide
          kind="quiet"
          onClick={() => {
            setOpened(opened + 1)
            setOpen(true)
          }}
        >
          {t('open')}
        </Button>
      )}
      {opened > 0 && (
        <SettlementDialog key={opened} commission={commission} first={{ milestoneId }} open={open} onClose={close} />
      )}
    </>
  )
}
