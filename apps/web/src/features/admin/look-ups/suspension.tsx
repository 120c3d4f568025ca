import { liftSuspension, suspendUser } from '@veranda/contract/admin/suspension/routes.ts'
import { lookUpUser } from '@veranda/contract/admin/look-ups/routes.ts'
import { type LookedUpUser } from '@veranda/contract/admin/look-ups/schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { useState } from 'react'
import { RichText } from '../../../components/rich-text.tsx'
import { DateField } from '../../../components/time/date-field.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { invalidateReads } from '../../../lib/api/query.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ActDialog } from '../act-dialog.tsx'
import styles from '../admin.module.css'

/** Says since when and until when a user is suspended, and the reason that they read. */
export function SuspensionBanner({ suspension }: { suspension: NonNullable<LookedUpUser['suspension']> }) {
  const t = useTranslations('admin')
  const format = useFormat()
  const { at, until, reason } = suspension
  return (
    <Banner tone="warning" title={t('user.suspended')}>
      <p>
        <RichText
          text={t(until === null ? 'user.suspended.text' : 'user.suspended.text.until')}
          parts={{
            // With the year, which may be another one.
            since: () => <time dateTime={at}>{format.full(at)}</time>,
            until: () => until !== null && <time dateTime={until}>{format.full(until)}</time>,
          }}
        />
      </p>
      <p className={styles.text} dir="auto">
        {reason}
      </p>
    </Banner>
  )
}

/** Suspends the user, or lifts the suspension, with a reason; shows what the admin may do now. */
export function SuspensionActions({ found: { user, actions } }: { found: LookedUpUser }) {
  const t = useTranslations('admin')
  const [open, setOpen] = useState<'suspend' | 'lift'>()
  const [until, setUntil] = useState('')
  const { name } = user
  const doneWith = (title: string) => () => {
    setOpen(undefined)
    setUntil('')
    snackbars.add({ title, tone: 'success' })
  }
  const suspend = useCommand(suspendUser, { invalidates: [lookUpUser], onDone: doneWith(t('suspend.done', { name })) })
  const lift = useCommand(liftSuspension, { invalidates: [lookUpUser], onDone: doneWith(t('lift.done')) })
  const params = { id: user.id }

  async function send(outcome: Promise<{ ok: true } | { ok: false; problem: { status: number } }>) {
    const sent = await outcome
    // Someone else was faster: the page shows what they did.
    if (!sent.ok && sent.problem.status === 409) await invalidateReads(lookUpUser)
  }

  return (
    <>
      {actions.includes('suspend') && (
        <Button kind="danger" onClick={() => setOpen('suspend')}>
          {t('suspend')}
        </Button>
      )}
      {actions.includes('lift-suspension') && <Button onClick={() => setOpen('lift')}>{t('lift')}</Button>}
      <ActDialog
        open={open === 'suspend'}
        onClose={() => setOpen(undefined)}
        title={t('suspend.title', { name })}
        text={t('suspend.text')}
        action={t('suspend')}
        hint={t('suspend.reason')}
        danger
        busy={suspend.busy}
        problem={suspend.problem}
        onSend={(reason) => void send(suspend.run({ params, body: { reason, until: until === '' ? null : until } }))}
      >
        <Field label={t('suspend.until')} hint={t('suspend.until.hint')} error={suspend.problem?.messageFor('until')}>
          <DateField value={until} onChange={(event) => setUntil(event.target.value)} />
        </Field>
      </ActDialog>
      <ActDialog
        open={open === 'lift'}
        onClose={() => setOpen(undefined)}
        title={t('lift.title', { name })}
        text={t('lift.text')}
        action={t('lift')}
        hint={t('act.reason.log')}
        busy={lift.busy}
        problem={lift.problem}
        onSend={(reason) => void send(lift.run({ params, body: { reason } }))}
      />
    </>
  )
}
