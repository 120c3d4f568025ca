import { openProject, requestCommission } from '@veranda/contract/commissions/routes.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useLanguage } from '../../lib/language.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { StateRail } from '../../parts/state-rail.tsx'
import {
  briefBodyOf,
  type BriefForm,
  emptyBrief,
  faultsOf,
  stepOf,
  type WizardStep,
  wizardSteps,
} from './brief-form.ts'
import { BriefStep } from './brief-step.tsx'
import { BudgetStep } from './budget-step.tsx'
import { CreatorStep } from './creator-step.tsx'
import { useDraft } from './draft.ts'
import { focusFault } from './focus-fault.ts'
import styles from './new-project.module.css'
import { useProjectCommand } from './project-command.ts'
import { useRefusalText } from './refusal-text.ts'
import { ReviewStep } from './review-step.tsx'

export type StepProps = {
  form: BriefForm
  change: (next: Partial<BriefForm>) => void
  /** What is wrong with a field, by this page's own rules or by the server's answer. */
  errorOf: (field: string) => string | undefined
}

/** `projectId` stays when the project was opened but its request could not be sent, so that it is not opened twice. */
type Draft = BriefForm & { projectId: string | null }

/** From a brief to a request to one creator, step by step; what is typed is kept until it is sent. */
export function NewProject() {
  const t = useWords('projects')
  const c = useWords('common')
  const language = useLanguage()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const wanted = params.get('creator')
  const draft = useDraft<Draft>('new-project', () => ({ ...emptyBrief, projectId: null, creatorId: wanted }))
  const [adopted, setAdopted] = useState<string | null>(null)
  if (wanted !== null && adopted !== wanted) {
    setAdopted(wanted)
    if (draft.value.creatorId !== wanted) draft.change({ creatorId: wanted })
  }
  const step = wizardSteps.find((known) => known === params.get('step')) ?? 'brief'
  const at = wizardSteps.indexOf(step)
  /** Counts the presses of the main button on this step; from the first on, what is wrong is shown as it is typed. */
  const [asked, setAsked] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const open = useProjectCommand(openProject)
  const request = useProjectCommand(requestCommission)
  const problem = open.problem ?? request.problem
  const textOf = useRefusalText()
  const faults = faultsOf(step, draft.value, language)

  const drawn = useRef(step)
  useEffect(() => {
    if (drawn.current !== step) heading.current?.focus()
    drawn.current = step
  }, [step])
  useEffect(() => focusFault(form.current, asked), [asked])

  function go(to: WizardStep, marked = false) {
    setAsked(marked ? 1 : 0)
    setParams((now) => {
      now.set('step', to)
      return now
    })
  }

  async function send() {
    const opened = draft.value.projectId ?? (await openNow())
    if (opened === undefined) return
    const { creatorId, message } = draft.value
    if (creatorId !== null) {
      const outcome = await request.run({ body: { projectId: opened, creatorId, message: message.trim() } })
      if (!outcome.ok) return
    }
    draft.forget()
    snackbars.add({ title: creatorId === null ? t('new.opened') : t('new.sent'), tone: 'success' })
    void navigate(`/projects/${opened}`, { replace: true })
  }

  async function openNow(): Promise<string | undefined> {
    const outcome = await open.run({ body: briefBodyOf(draft.value, language) })
    if (outcome.ok) {
      draft.change({ projectId: outcome.reply.id })
      return outcome.reply.id
    }
    const { field, message, errors } = outcome.problem
    const named = field === undefined ? errors : [{ field, message }]
    const [first] = named
    if (first) go(stepOf(first.field), true)
    return undefined
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const [first] = faults.keys()
    if (step === 'review' && first !== undefined) return go(stepOf(first), true)
    if (first !== undefined) return setAsked(asked + 1)
    if (step === 'review') void send()
    else go(wizardSteps[at + 1] ?? 'review')
  }

  const errorOf = (field: string) => (asked > 0 ? textOf(faults.get(field)) : undefined) ?? problem?.of(field)
  const parts: StepProps = { form: draft.value, change: draft.change, errorOf }
  return (
    <form ref={form} className={styles.wizard} noValidate onSubmit={submit}>
      <StateRail
        label={t('new.steps')}
        steps={wizardSteps.map((id, index) => ({
          id,
          title: t(`new.step.${id}`),
          state: index < at ? 'done' : index === at ? 'now' : 'next',
        }))}
      />
      {draft.recovered && step === 'brief' && (
        <Banner
          icon="edit"
          action={
            <Button size="small" kind="quiet" onClick={draft.startOver}>
              {t('new.start-over')}
            </Button>
          }
        >
          {t('new.recovered')}
        </Banner>
      )}
      <Card padded>
        <Stack gap={5}>
          <h2 ref={heading} tabIndex={-1} className={styles.heading}>
            {t(`new.heading.${step}`)}
          </h2>
          {step === 'brief' && <BriefStep {...parts} />}
          {step === 'budget' && <BudgetStep {...parts} />}
          {step === 'creator' && <CreatorStep {...parts} />}
          {step === 'review' && <ReviewStep {...parts} go={go} />}
          {problem && draft.value.projectId !== null && <Banner tone="info">{t('new.half-done')}</Banner>}
          <ProblemBanner problem={problem} />
          <Line justify="between">
            {at > 0 ? (
              <Button kind="quiet" icon="arrow-start" onClick={() => go(wizardSteps[at - 1] ?? 'brief')}>
                {c('back')}
              </Button>
            ) : (
              <span />
            )}
            <Button kind="filled" type="submit" busy={open.busy || request.busy}>
              {step !== 'review' ? c('next') : draft.value.creatorId === null ? t('new.open') : t('new.send')}
            </Button>
          </Line>
        </Stack>
      </Card>
    </form>
  )
}
