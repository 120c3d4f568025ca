import { listCases, listQueues } from '@veranda/contract/admin/routes.ts'
import { confirmDecision, dropDecision, readDisputeAsAdmin } from '@veranda/contract/commissions/disputes/routes.ts'
import { type AdminDispute } from '@veranda/contract/commissions/disputes/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { DisputeSums } from '../../../components/disputes/dispute-sums.tsx'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { invalidateReads } from '../../../lib/api/query.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ActDialog } from '../act-dialog.tsx'

/** Shows a decision above the limit, and lets another admin confirm it, and any admin drop it. */
export function PendingDecisionCard({ dispute }: { dispute: AdminDispute }) {
  const t = useTranslations('admin')
  const d = useTranslations('commissions/disputes')
  const [act, setAct] = useState<'confirm' | 'drop'>()
  const { id, version: expected, pending, actions, state } = dispute
  const invalidates = [readDisputeAsAdmin, listCases, listQueues]
  const done = (title: string) => () => {
    setAct(undefined)
    snackbars.add({ title, tone: 'success' })
  }
  const confirm = useCommand(confirmDecision, {
    idempotent: true,
    invalidates,
    onDone: done(t('pending.confirmed')),
  })
  const drop = useCommand(dropDecision, { invalidates, onDone: done(t('pending.dropped')) })
  if (!pending) return null
  async function send(reason: string) {
    const call = { params: { id }, body: { reason, expected } }
    const outcome = act === 'confirm' ? await confirm.run(call) : await drop.run(call)
    if (!outcome.ok && outcome.problem.status === 409) await invalidateReads(readDisputeAsAdmin)
  }
  const canConfirm = actions.includes('confirm-decision')
  return (
    <Card padded title={t('pending')}>
      <Stack gap={4}>
        <h3>{t('pending.by', { name: pending.by.name })}</h3>
        <DisputeSums of={dispute} shares={pending.shares} />
        <h3>{d('award.reason')}</h3>
        <p dir="auto">{pending.reason}</p>
        <p>
          <TextWithTime text={t('pending.text')} at={pending.expiresAt} show="moment" />{' '}
          {!canConfirm && t('pending.own')}
        </p>
        <Inline gap={2} wrap>
          {canConfirm && (
            <Button kind="filled" onClick={() => setAct('confirm')}>
              {t('pending.confirm')}
            </Button>
          )}
          {actions.includes('drop-decision') && <Button onClick={() => setAct('drop')}>{t('pending.drop')}</Button>}
        </Inline>
      </Stack>
      <ActDialog
        open={act === 'confirm'}
        onClose={() => setAct(undefined)}
        title={t('pending.confirm.title')}
        text={t(state === 'reviewing' ? 'pending.confirm.text.review' : 'pending.confirm.text.decision')}
        action={t('pending.confirm')}
        hint={t('act.reason.log')}
        movesMoney
        busy={confirm.busy}
        problem={confirm.problem}
        onSend={(reason) => void send(reason)}
      />
      <ActDialog
        open={act === 'drop'}
        onClose={() => setAct(undefined)}
        title={t('pending.drop.title')}
        text={t('pending.drop.text')}
        action={t('pending.drop')}
        hint={t('act.reason.log')}
        busy={drop.busy}
        problem={drop.problem}
        onSend={(reason) => void send(reason)}
      />
    </Card>
  )
}
