import { Dialog } from '@veranda/ui/dialog.tsx'
import { useStore } from '../../lib/store.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { StepUpForm } from './step-up-form.tsx'
import { snackbars } from '../toasts.ts'
import { requestedStepUp, useStepUp } from './use-step-up.ts'

/** Shows the step-up form in a dialog, for a request made in the scene and confirmed on the page behind it. */
export function StepUpDialog() {
  const t = useTranslations('accounts/step-up')
  const sum = useStore(requestedStepUp)
  const stepUp = useStepUp(sum, sum !== undefined)
  const close = () => requestedStepUp.set(undefined)

  function onCompleted() {
    snackbars.add({ title: t('back'), tone: 'success' })
    close()
  }

  return (
    <Dialog open={sum !== undefined} onClose={close} title={t('title')}>
      <StepUpForm hideTitle stepUp={stepUp} onReauthenticated={onCompleted} />
    </Dialog>
  )
}
