import { addDeliverable, submitMilestone } from '@veranda/contract/commissions/routes.ts'
import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { deliverableLimits } from '@veranda/core/commissions/deliverables/deliverable.ts'
import { listUnmetLimits, withImages } from '@veranda/core/assets/acceptance-limits.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { CommandProblem } from '../command-problem.tsx'
import { useDraft } from '../../../lib/use-draft.ts'
import { focusFirstError } from '../focus-first-error.ts'
import { ImageUploadField } from '../../../components/assets/image-upload-field.tsx'
import { useImageUploads } from '../../../components/assets/use-image-uploads.ts'
import { useAssetUploads } from '../../../components/assets/use-asset-uploads.ts'
import { AssetUploadField } from '../../../components/assets/asset-upload-field.tsx'
import { EmbeddedMetadataList } from './embedded-metadata.tsx'
import { OtherModelWarnings } from './other-model-warning.tsx'
import { LimitsPreview } from './limits-preview.tsx'
import { useProjectCommand } from '../use-project-command.ts'

type DeliverableFormProps = {
  milestone: Milestone
  /** Another act of the milestone comes first. */
  quiet: boolean
  /** The version is kept or submitted. */
  onSent: () => void
}

/** Renders the form for the creator's next version, which can be kept as a draft or submitted at once. */
export function DeliverableForm({ milestone, quiet, onSent }: DeliverableFormProps) {
  const t = useTranslations('commissions')
  const format = useFormat()
  const r = useTranslations('error-codes')
  const draft = useDraft(`deliver.${milestone.id}`, () => ({ notes: '' }))
  const uploads = useImageUploads(`deliver.${milestone.id}.images`, deliverableLimits.files)
  const assets = useAssetUploads(`deliver.${milestone.id}`, 'project')
  const [submitAttempted, setSubmitAttempted] = useState(false)
  const [limitsRefused, setLimitsRefused] = useState(false)
  const add = useProjectCommand(addDeliverable)
  const submit = useProjectCommand(submitMilestone)
  const form = useRef<HTMLFormElement>(null)
  const { notes } = draft.value
  const errors = {
    notes: notes.trim() === '' ? t('deliver.notes.missing') : undefined,
    files: uploads.stored.length + assets.ready.length === 0 && !uploads.busy ? t('deliver.files.missing') : undefined,
  }
  const unmet = listUnmetLimits(milestone.limits, withImages(assets.ready, uploads.stored))
  useEffect(() => focusFirstError(form.current, submitAttempted ? 1 : 0), [submitAttempted])
  const next = Math.max(0, ...milestone.deliverables.map(({ number }) => number)) + 1
  const busy = add.busy || submit.busy
  const isPreparing = uploads.busy || assets.busy

  async function send(mode: 'keep' | 'submit') {
    setSubmitAttempted(true)
    setLimitsRefused(false)
    if (busy || isPreparing || errors.notes || errors.files) return
    const submitNow = mode === 'submit'
    if (submitNow && unmet.length > 0) return setLimitsRefused(true)
    const fileIds = uploads.stored.map(({ id }) => id)
    const added = await add.run({
      params: { id: milestone.id },
      body: { notes: notes.trim(), fileIds, assetIds: assets.ready.map(({ id }) => id), submit: submitNow },
    })
    if (!added.ok) return
    draft.startOver()
    uploads.clear()
    assets.clear()
    setSubmitAttempted(false)
    const version = latestDraft(added.reply)
    if (submitNow && version) {
      const { id: deliverableId, hash } = version
      const body = { deliverableId, hash, expected: added.reply.version }
      const submitted = await submit.run({ params: { id: milestone.id }, body })
      if (!submitted.ok) return
      snackbars.add({ title: t('submit.done', { number: version.number }), tone: 'success' })
    } else if (version) snackbars.add({ title: t('deliver.done', { number: version.number }), tone: 'success' })
    onSent()
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
          error={(submitAttempted && errors.notes) || add.problem?.messageFor('notes')}
        >
          <TextArea
            rows={4}
            maxLength={deliverableLimits.notes}
            value={notes}
            onChange={(event) => draft.change({ notes: event.target.value })}
          />
        </Field>
        <ImageUploadField
          uploads={uploads}
          error={(submitAttempted ? errors.files : undefined) ?? add.problem?.messageFor('fileIds')}
        />
        <AssetUploadField uploads={assets} error={add.problem?.messageFor('assetIds')} />
        <OtherModelWarnings milestone={milestone} assets={assets.ready} />
        <LimitsPreview limits={milestone.limits} assets={assets.ready} images={uploads.stored} />
        <EmbeddedMetadataList files={[...uploads.stored, ...assets.ready]} />
        {uploads.items.length >= deliverableLimits.files && (
          <p role="status">{r('deliverable.too-many-files', { max: deliverableLimits.files })}</p>
        )}
        {limitsRefused && unmet.length > 0 && (
          <Banner tone="error" announce>
            {r('deliverable.limits-not-met', { limits: format.list(unmet.map((name) => t(`limits.check.${name}`))) })}
          </Banner>
        )}
        <CommandProblem problem={add.problem ?? submit.problem} staleText={t('stale.now')} />
        <Stack gap={2}>
          {isPreparing && <p role="status">{t('deliver.assets.pending')}</p>}
          <Button kind={quiet ? 'plain' : 'filled'} type="submit" wide busy={busy} disabled={isPreparing}>
            {t('deliver.submit', { number: next })}
          </Button>
          <Button kind="quiet" wide disabled={busy || isPreparing} onClick={() => void send('keep')}>
            {t('deliver.keep', { number: next })}
          </Button>
        </Stack>
      </Stack>
    </form>
  )
}

function latestDraft({ deliverables }: Milestone): Deliverable | undefined {
  return deliverables.filter(({ state }) => state === 'draft').sort((a, b) => b.number - a.number)[0]
}
