import { addDeliverable, submitMilestone } from '@veranda/contract/commissions/routes.ts'
import { type Deliverable } from '@veranda/contract/commissions/deliverable-schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { deliverableLimits } from '@veranda/core/commissions/deliverable.ts'
import { notMet, withPictures } from '@veranda/core/works/limits.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { CommandProblem } from './command-problem.tsx'
import { useDraft } from './draft.ts'
import { focusFault } from './focus-fault.ts'
import { PictureField } from '../../parts/picture-field.tsx'
import { usePictureUploads } from '../../parts/use-picture-uploads.ts'
import { useWorkUploads } from '../../parts/use-work-uploads.ts'
import { WorkField } from '../../parts/work-field.tsx'
import { LimitsSoFar } from './limits-so-far.tsx'
import { useProjectCommand } from './project-command.ts'

/** The creator's next version: notes and pictures, kept as a version and, in the same go, put before the client. */
export function DeliverForm({ milestone, quiet }: { milestone: Milestone; quiet: boolean }) {
  const t = useWords('projects')
  const r = useWords('refusals')
  const draft = useDraft(`deliver.${milestone.id}`, () => ({ notes: '' }))
  const uploads = usePictureUploads(`deliver.${milestone.id}.pictures`, deliverableLimits.files)
  const works = useWorkUploads(`deliver.${milestone.id}`, 'project')
  const [asked, setAsked] = useState(false)
  const [refused, setRefused] = useState(false)
  const add = useProjectCommand(addDeliverable)
  const submit = useProjectCommand(submitMilestone)
  const form = useRef<HTMLFormElement>(null)
  const { notes } = draft.value
  const faults = {
    notes: notes.trim() === '' ? t('deliver.notes.missing') : undefined,
    files: uploads.stored.length + works.ready.length === 0 && !uploads.busy ? t('deliver.files.missing') : undefined,
    works: works.busy ? t('deliver.works.coming') : undefined,
  }
  const unmet = notMet(milestone.limits, withPictures(works.ready, uploads.stored))
  useEffect(() => focusFault(form.current, asked ? 1 : 0), [asked])
  const next = Math.max(0, ...milestone.deliverables.map(({ number }) => number)) + 1
  const busy = add.busy || submit.busy

  async function send(at: 'keep' | 'submit') {
    setAsked(true)
    setRefused(false)
    if (busy || uploads.busy || faults.notes || faults.files || faults.works) return
    const submits = at === 'submit'
    if (submits && unmet.length > 0) return setRefused(true)
    const fileIds = uploads.stored.map(({ id }) => id)
    const added = await add.run({
      params: { id: milestone.id },
      body: { notes: notes.trim(), fileIds, works: works.ready.map(({ id }) => id), submits },
    })
    if (!added.ok) return
    draft.startOver()
    uploads.clear()
    works.clear()
    setAsked(false)
    const version = latestOf(added.reply)
    if (submits && version) {
      const { id: deliverableId, hash } = version
      const body = { deliverableId, hash, expected: added.reply.version }
      const submitted = await submit.run({ params: { id: milestone.id }, body })
      if (!submitted.ok) return
      snackbars.add({ title: t('submit.done', { number: version.number }), tone: 'success' })
    } else if (version) snackbars.add({ title: t('deliver.done', { number: version.number }), tone: 'success' })
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void send('submit')
      }}
    >
      <Stack gap={4}>
        <Field
          label={t('deliver.notes')}
          hint={t('deliver.notes.hint')}
          error={(asked && faults.notes) || add.problem?.of('notes')}
        >
          <TextArea
            rows={4}
            maxLength={deliverableLimits.notes}
            value={notes}
            onChange={(event) => draft.change({ notes: event.target.value })}
          />
        </Field>
        <PictureField uploads={uploads} error={(asked ? faults.files : undefined) ?? add.problem?.of('fileIds')} />
        <WorkField uploads={works} error={(asked ? faults.works : undefined) ?? add.problem?.of('works')} />
        <LimitsSoFar limits={milestone.limits} works={works.ready} pictures={uploads.stored} />
        {uploads.coming.length >= deliverableLimits.files && (
          <p role="status">{r('deliverable.too-many-files', { max: deliverableLimits.files })}</p>
        )}
        {refused && unmet.length > 0 && (
          <Banner tone="error" announce>
            {r('deliverable.limits-not-met', { limits: unmet.map((name) => t(`limits.check.${name}`)).join(', ') })}
          </Banner>
        )}
        <CommandProblem problem={add.problem ?? submit.problem} now={t('stale.now')} />
        <Stack gap={2}>
          <Button kind={quiet ? 'plain' : 'filled'} type="submit" wide busy={busy} disabled={uploads.busy}>
            {t('deliver.submit', { number: next })}
          </Button>
          <Button kind="quiet" wide disabled={busy || uploads.busy} onClick={() => void send('keep')}>
            {t('deliver.keep', { number: next })}
          </Button>
        </Stack>
      </Stack>
    </form>
  )
}

function latestOf({ deliverables }: Milestone): Deliverable | undefined {
  return deliverables.filter(({ state }) => state === 'draft').sort((a, b) => b.number - a.number)[0]
}
