import { confirmEmailChange, undoEmailChange } from '@veranda/contract/accounts/email-change/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { EmailLinkForm } from '../features/accounts/email-change/email-link-form.tsx'
import { AuthHeader } from '../features/accounts/sign-in/auth-header.tsx'
import { refreshSession } from '../features/accounts/sign-in/refresh-session.ts'
import { useFocusOnChange } from '../features/accounts/sign-in/use-focus-on-change.ts'
import { useTranslations } from '../lib/i18n.ts'

type Step = 'press' | 'done' | 'unusable' | 'taken'

/** Returns the step of a link's page, and how to move on. Opening the page calls nothing. */
function useLinkSteps(path: string) {
  const token = useLocation().hash.slice(1)
  const navigate = useNavigate()
  const [left, setLeft] = useState<{ token: string; for: Step }>()
  // Another link that is opened in this tab changes only the fragment, and begins with its own press.
  const chosen = left && (token === '' || left.token === token) ? left.for : 'press'
  const step: Step = chosen === 'press' && !/^[\w-]{43}$/.test(token) ? 'unusable' : chosen
  useFocusOnChange(step)
  const go = (to: Step) => () => setLeft({ token, for: to })
  const onDone = () => {
    setLeft({ token, for: 'done' })
    // Used up, and not for the history of the browser.
    void navigate(path, { replace: true })
    void refreshSession()
  }
  return { step, form: { token, onDone, onUnusable: go('unusable'), onTaken: go('taken') } }
}

/** The page of the link to a new address. */
export function VerifyEmailScreen() {
  const t = useTranslations('accounts/password')
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
        <Ending
          title={t('verify-email.done.title')}
          lead={t('verify-email.done.text')}
          href="/settings"
          label={t('verify-email.done.go')}
        />
      )
    case 'taken':
      return (
        <Ending
          title={t('verify-email.taken.title')}
          lead={t('verify-email.taken.text')}
          href="/settings"
          label={t('verify-email.settings')}
        />
      )
    case 'unusable':
      return (
        <Ending
          title={t('unusable.title')}
          lead={t('verify-email.unusable')}
          href="/settings"
          label={t('verify-email.settings')}
        />
      )
  }
}

/** The page of the link by which a former address undoes a change. */
export function UndoEmailScreen() {
  const t = useTranslations('accounts/password')
  const { step, form } = useLinkSteps('/undo-email')
  const support = { href: '/support?about=sign-in', label: t('undo-email.support') }
  switch (step) {
    case 'press':
      return (
        <Stack gap={6}>
          <AuthHeader title={t('undo-email.title')} lead={t('undo-email.lead')} />
          <EmailLinkForm key={form.token} {...form} route={undoEmailChange} label={t('undo-email.submit')} />
        </Stack>
      )
    case 'done':
      return (
        <Ending
          title={t('undo-email.done.title')}
          lead={t('undo-email.done.text')}
          href="/login"
          label={t('done.sign-in')}
        />
      )
    case 'taken':
      return <Ending title={t('verify-email.taken.title')} lead={t('undo-email.taken.text')} {...support} />
    case 'unusable':
      return <Ending title={t('unusable.title')} lead={t('undo-email.unusable')} {...support} />
  }
}

function Ending({ title, lead, href, label }: { title: string; lead: string; href: string; label: string }) {
  return (
    <Stack gap={6}>
      <AuthHeader title={title} lead={lead} />
      <Button kind="filled" size="large" wide href={href}>
        {label}
      </Button>
    </Stack>
  )
}
