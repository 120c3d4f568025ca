import { Stepper, type StepperStep } from '@veranda/ui/stepper.tsx'
import { useTranslations } from '../lib/i18n/i18n.ts'

export type StateStepperProps = {
  /** The process that is shown: "Milestone 2". */
  label: string
  steps: readonly Omit<StepperStep, 'stateLabel'>[]
}

/** Renders a state machine as a rail of past, current and upcoming steps. */
export function StateStepper({ label, steps }: StateStepperProps) {
  const t = useTranslations('common/steps')
  return (
    <Stepper
      label={label}
      steps={steps.map((step) => ({ ...step, stateLabel: t(step.state) }))}
      foldLabels={{ show: t('show', { count: steps.length }), hide: t('hide') }}
    />
  )
}
