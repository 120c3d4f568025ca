import { openProject, requestCommission } from '@veranda/contract/commissions/routes.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useLanguage } from '../../../../lib/i18n/language.ts'
import { useTranslations } from '../../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../../components/toasts.ts'
import { OnlineProblem } from '../../../../components/page/online-problem.tsx'
import { StateStepper } from '../../../../components/state-stepper.tsx'
import {
  toOpenProjectBody,
  stepsOf,
  validateStep,
  stepOfField,
  type StepProps,
  type WizardStep,
  wizardSteps,
} from './brief-form.ts'
import { BriefStep } from './brief-step.tsx'
import { BudgetStep } from './budget-step.tsx'
import { CreatorStep } from './creator-step.tsx'
import { RequestedServiceText } from '../../offers/request-summary.tsx'
import { focusFirstError } from '../../focus-first-error.ts'
import styles from './new-project.module.css'
import { useProjectCommand } from '../../use-project-command.ts'
import { useAssetUploads } from '../../../../components/assets/use-asset-uploads.ts'
import { useFieldErrorText } from '../../use-field-error-text.ts'
import { briefDraftName, useBriefDraft } from './use-brief-draft.ts'
import { ReviewStep } from './review-step.tsx'

/** Renders the wizard from brief to request, with the draft for the creator and the package of the address. */
export function NewProject() {
  const [params] = useSearchParams()
  return <ProjectWizard key={briefDraftName(params.get('creator') || null, params.get('service'))} />
}

/** Renders the wizard; the draft is stored until it is sent. */
function ProjectWizard() {
  const t = useTranslations('commissions')
  const c = useTranslations('common')
  const language = useLanguage()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const creatorParam = params.get('creator') || null
  const { draft, startOver, creator, service } = useBriefDraft(creatorParam, params.get('service'))
  const { creatorId, serviceId } = draft.value
  const uploads = useAssetUploads(briefDraftName(creatorParam, params.get('service')), 'project')
  const step = wizardSteps.find((known) => known === params.get('step')) ?? 'brief'
  const isCreatorGiven = creatorParam !== null && creatorId === creatorParam
  const steps = stepsOf(draft.value, isCreatorGiven)
  const stepIndex = wizardSteps.indexOf(step)
  /** Counts submit attempts on this step; after the first, errors are shown while typing. */
  const [submitAttempts, setSubmitAttempts] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const heading = useFocusOnStep(step)
  const open = useProjectCommand(openProject)
  const request = useProjectCommand(requestCommission)
  const problem = open.problem ?? request.problem
  const textOf = useFieldErrorText()
  const errors = validateStep(step, draft.value, language)

  useEffect(() => focusFirstError(form.current, submitAttempts), [submitAttempts])

  function go(to: WizardStep, showErrors = false) {
    setSubmitAttempts(showErrors ? 1 : 0)
    setParams((now) => {
      now.set('step', to)
      return now
    })
  }

  async function send() {
    const opened = draft.value.projectId ?? (await openNow())
    if (opened === undefined) return
    if (creatorId !== null) {
      const message = draft.value.message.trim()
      const outcome = await request.run({
        body: { projectId: opened, creatorId, message, ...(serviceId === null ? {} : { serviceId }) },
      })
      if (!outcome.ok) return
    }
    draft.forget()
    uploads.clear()
    snackbars.add({ title: creatorId === null ? t('new.opened') : t('new.sent'), tone: 'success' })
    void navigate(`/projects/${opened}`, { replace: true })
  }

  async function openNow(): Promise<string | undefined> {
    const assetIds = uploads.ready.map(({ id }) => id)
    const outcome = await open.run({ body: { ...toOpenProjectBody(draft.value, language), assetIds } })
    if (outcome.ok) {
      draft.change({ projectId: outcome.reply.id })
      return outcome.reply.id
    }
    const { field, message, errors } = outcome.problem
    const named = field === undefined ? errors : [{ field, message }]
    const [first] = named
    if (first) go(stepOfField(first.field), true)
    return undefined
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const [first] = errors.keys()
    if (step === 'review' && first !== undefined) return go(stepOfField(first), true)
    if (first !== undefined) return setSubmitAttempts(submitAttempts + 1)
    if (step === 'review') void send()
    else go(steps.find((next) => wizardSteps.indexOf(next) > stepIndex) ?? 'review')
  }

  const errorOf = (field: string) =>
    (submitAttempts > 0 ? textOf(errors.get(field)) : undefined) ?? problem?.messageFor(field)
  const stepProps: StepProps = { form: draft.value, onChange: draft.change, uploads, errorOf }
  return (
    <form ref={form} className={styles.wizard} noValidate onSubmit={submit}>
      <StateStepper
        label={t('new.steps')}
        steps={steps.map((id) => ({
          id,
          title: t(`new.step.${id}`),
          state: wizardSteps.indexOf(id) < stepIndex ? 'done' : id === step ? 'now' : 'next',
        }))}
      />
      {draft.recovered && step === 'brief' && (
        <Banner
          icon="edit"
          action={
            <Button
              size="small"
              kind="quiet"
              onClick={() => {
                startOver()
                uploads.clear()
              }}
            >
              {t('new.start-over')}
            </Button>
          }
        >
          {t('new.recovered')}
        </Banner>
      )}
      {creator && service && (
        <Banner
          tone="primary"
          icon="briefcase"
          title={t('new.service.for', { name: creator.name })}
          action={
            <Button size="small" kind="quiet" onClick={() => draft.change({ serviceId: null })}>
              {t('new.service.remove')}
            </Button>
          }
        >
          <RequestedServiceText service={service} />
        </Banner>
      )}
      {creator && !service && isCreatorGiven && (step === 'brief' || step === 'budget') && (
        <Banner
          tone="primary"
          icon="briefcase"
          title={t('new.service.for', { name: creator.name })}
          action={
            <Button size="small" kind="quiet" onClick={() => go('creator')}>
              {t('new.creator.other')}
            </Button>
          }
        >
          <p dir="auto">{creator.headline}</p>
        </Banner>
      )}
      <Card padded>
        <Stack gap={5}>
          <h2 ref={heading} tabIndex={-1} className={styles.heading}>
            {t(`new.heading.${step}`)}
          </h2>
          {step === 'brief' && <BriefStep {...stepProps} />}
          {step === 'budget' && <BudgetStep {...stepProps} />}
          {step === 'creator' && <CreatorStep {...stepProps} />}
          {step === 'review' && <ReviewStep {...stepProps} go={go} asksForMessage={!steps.includes('creator')} />}
          {problem && draft.value.projectId !== null && <Banner tone="info">{t('new.half-done')}</Banner>}
          <OnlineProblem problem={problem} />
          <Inline justify="between">
            {stepIndex > 0 ? (
              <Button
                kind="quiet"
                icon="arrow-start"
                onClick={() => go(steps.findLast((former) => wizardSteps.indexOf(former) < stepIndex) ?? 'brief')}
              >
                {c('back')}
              </Button>
            ) : (
              <span />
            )}
            <Button
              kind="filled"
              type="submit"
              busy={open.busy || request.busy}
              disabled={step === 'review' && uploads.busy}
            >
              {step !== 'review' ? c('next') : creatorId === null ? t('new.open') : t('new.send')}
            </Button>
          </Inline>
        </Stack>
      </Card>
    </form>
  )
}

/** Moves the focus to the heading when the step changes. */
function useFocusOnStep(step: WizardStep) {
  const heading = useRef<HTMLHeadingElement>(null)
  const renderedStep = useRef(step)
  useEffect(() => {
    if (renderedStep.current !== step) heading.current?.focus()
    renderedStep.current = step
  }, [step])
  return heading
}
