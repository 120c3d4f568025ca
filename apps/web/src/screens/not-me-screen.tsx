import { type RefusedSession } from '@veranda/contract/accounts/new-device/schemas.ts'
import { Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { LinkEnding } from '../features/accounts/one-time-links/link-ending.tsx'
import { useLinkSteps } from '../features/accounts/one-time-links/use-link-steps.ts'
import { RefuseSessionForm } from '../features/accounts/new-device/refuse-session-form.tsx'
import { AuthHeader } from '../features/accounts/sign-in/auth-header.tsx'
import { useTranslations } from '../lib/i18n/i18n.ts'

/** The page of the link in a mail about a new device, for a user who did not sign in there. */
export function NotMeScreen() {
  const t = useTranslations('accounts/new-device')
  const tLink = useTranslations('accounts/one-time-links')
  const { step, form } = useLinkSteps('/not-me')
  const [refused, setRefused] = useState<RefusedSession>()
  const onDone = (outcome: RefusedSession) => {
    setRefused(outcome)
    form.onDone()
  }
  if (step === 'press') {
    return (
      <Stack gap={6}>
        <AuthHeader title={t('not-me.title')} lead={t('not-me.lead')} />
        <RefuseSessionForm key={form.token} token={form.token} onDone={onDone} onUnusable={form.onUnusable} />
      </Stack>
    )
  }
  const security = { href: '/settings/security', label: t('not-me.security') }
  if (step !== 'done' || !refused)
    return <LinkEnding title={tLink('unusable.title')} lead={t('not-me.unusable')} {...security} />
  const title = refused.ended ? t('not-me.ended.title') : t('not-me.gone.title')
  return refused.sendsReset ? (
    <LinkEnding title={title} lead={t('not-me.reset')} href="/login" label={t('not-me.sign-in')} />
  ) : (
    <LinkEnding title={title} lead={t('not-me.other')} {...security} />
  )
}
