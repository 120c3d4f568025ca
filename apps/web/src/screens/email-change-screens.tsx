import { confirmEmailChange, undoEmailChange } from '@veranda/contract/accounts/email-change/routes.ts'
import { Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { EmailLinkForm } from '../features/accounts/email-change/email-link-form.tsx'
import { AuthHeader } from '../features/accounts/sign-in/auth-header.tsx'
import { LinkEnding } from '../features/accounts/one-time-links/link-ending.tsx'
import { useLinkSteps } from '../features/accounts/one-time-links/use-link-steps.ts'
import { useTranslations } from '../lib/i18n/i18n.ts'

/** The page of the link to a new address. */
export function VerifyEmailScreen() {
  const t = useTranslations('accounts/email-change')
  const tLink = useTranslations('accounts/one-time-links')
  const { step, form } = useLinkSteps('/verify-email')
  switch (step) {
    case 'press':
      return (
        <Stack gap={6}>
          <AuthHeader title={t('verify-email.title')} lead={t('verify-email.lead')} />
          <EmailLinkForm key={form.token} {...form} route={confirmEmailChange} label={t('verify-email.submit')} />
        </Stack>
      )
    case 'done':
      return (
        <LinkEnding
          title={t('verify-email.done.title')}
          lead={t('verify-email.done.text')}
          href="/settings"
          label={t('verify-email.done.go')}
        />
      )
    case 'taken':
      return (
        <LinkEnding
          title={t('verify-email.taken.title')}
          lead={t('verify-email.taken.text')}
          href="/settings"
          label={t('verify-email.settings')}
        />
      )
    case 'other-user':
      return (
        <LinkEnding
          title={t('verify-email.other-user.title')}
          lead={t('verify-email.other-user.text')}
          href="/login"
          label={tLink('sign-in')}
        />
      )
    case 'unusable':
      return (
        <LinkEnding
          title={tLink('unusable.title')}
          lead={t('verify-email.unusable')}
          href="/settings"
          label={t('verify-email.settings')}
        />
      )
  }
}

/** The page of the link by which a former address undoes a change. */
export function UndoEmailScreen() {
  const t = useTranslations('accounts/email-change')
  const tLink = useTranslations('accounts/one-time-links')
  const { step, form } = useLinkSteps('/undo-email')
  const [payoutsStopped, setPayoutsStopped] = useState(false)
  const support = { href: '/support?about=sign-in', label: t('undo-email.support') }
  switch (step) {
    case 'press':
      return (
        <Stack gap={6}>
          <AuthHeader title={t('undo-email.title')} lead={t('undo-email.lead')} />
          <EmailLinkForm
            key={form.token}
            {...form}
            route={undoEmailChange}
            label={t('undo-email.submit')}
            onDone={(reply) => {
              setPayoutsStopped(reply.payoutsStopped === true)
              form.onDone()
            }}
          />
        </Stack>
      )
    case 'done':
      return (
        <LinkEnding
          title={t('undo-email.done.title')}
          lead={t('undo-email.done.text')}
          warning={payoutsStopped ? t('undo-email.done.payouts') : undefined}
          href="/login"
          label={tLink('sign-in')}
        />
      )
    case 'taken':
      return <LinkEnding title={t('verify-email.taken.title')} lead={t('undo-email.taken.text')} {...support} />
    case 'other-user':
    case 'unusable':
      return <LinkEnding title={tLink('unusable.title')} lead={t('undo-email.unusable')} {...support} />
  }
}
