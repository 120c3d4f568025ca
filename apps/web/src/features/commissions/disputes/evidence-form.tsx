import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { listMessages } from '@veranda/contract/conversations/routes.ts'
import { evidenceLimits } from '@veranda/core/commissions/disputes/dispute.ts'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { useState } from 'react'
import { AssetUploadRows, AttachFilesButton } from '../../../components/assets/asset-upload-field.tsx'
import { useAssetUploads } from '../../../components/assets/use-asset-uploads.ts'
import styles from '../../../components/disputes/disputes.module.css'
import { type Problem } from '../../../lib/api/problem.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

type Kind = 'deliverableIds' | 'pinIds' | 'messageIds'
type Named = Readonly<Record<Kind, readonly string[]>>

/** Holds the evidence that one side gathers: text, files, and what it names. */
export function useEvidence(scope: string) {
  const uploads = useAssetUploads(scope, 'project')
  const [text, setText] = useState('')
  const [named, setNamed] = useState<Named>({ deliverableIds: [], pinIds: [], messageIds: [] })
  const ready = uploads.items.flatMap(({ asset }) => (asset?.state === 'ready' ? [asset.id] : []))
  return {
    text,
    setText,
    uploads,
    named,
    toggle: (kind: Kind, id: string) =>
      setNamed((old) => ({
        ...old,
        [kind]: old[kind].includes(id) ? old[kind].filter((one) => one !== id) : [...old[kind], id],
      })),
    /** Every file has been uploaded and checked, and there is something to read. */
    isReady: ready.length === uploads.items.length && text.trim() !== '',
    body: {
      text: text.trim(),
      assetIds: ready,
      deliverableIds: [...named.deliverableIds],
      pinIds: [...named.pinIds],
      messageIds: [...named.messageIds],
    },
  }
}
export type Evidence = ReturnType<typeof useEvidence>

type EvidenceFieldsProps = {
  commission: Commission
  milestone: Milestone
  evidence: Evidence
  submitted: boolean
  problem: Problem | undefined
}

/** Asks for the statement of one side and what it shows: files, versions, pins and messages. */
export function EvidenceFields({ commission, milestone, evidence, submitted, problem }: EvidenceFieldsProps) {
  const t = useTranslations('commissions/disputes')
  const { text, setText, uploads, named, toggle } = evidence
  const pins = useRead(listPins, { params: { id: milestone.id } })
  const { conversationId } = commission
  const messages = useRead(
    listMessages,
    { params: { id: conversationId ?? '' }, query: {} },
    { enabled: conversationId !== null },
  )
  const versions = milestone.deliverables.filter(({ state }) => state !== 'draft')
  const left = evidenceLimits.files - uploads.items.length
  return (
    <Stack gap={4}>
      <Field
        label={t('form.text')}
        hint={t('form.text.hint')}
        error={submitted && text.trim() === '' ? t('form.text.missing') : problem?.messageFor('text')}
      >
        <TextArea
          rows={6}
          maxLength={evidenceLimits.text}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Stack gap={2}>
        <Inline gap={2} wrap>
          {left > 0 && (
            <AttachFilesButton uploads={{ ...uploads, add: (files) => uploads.add([...files].slice(0, left)) }} />
          )}
          <span className={styles.quiet}>{t('form.files.hint')}</span>
        </Inline>
        <AssetUploadRows uploads={uploads} />
      </Stack>
      <Choices
        title={t('evidence.versions')}
        chosen={named.deliverableIds}
        options={versions.map(({ id, number }) => ({ id, label: t('version', { number }) }))}
        onToggle={(id) => toggle('deliverableIds', id)}
      />
      <Choices
        title={t('evidence.pins')}
        chosen={named.pinIds}
        options={(pins.data?.items ?? []).map((pin) => ({
          id: pin.id,
          label: `${t('pin', { number: pin.number })} · ${t(`pin.${pin.state}`)}`,
          hint: pin.messages[0]?.text,
        }))}
        onToggle={(id) => toggle('pinIds', id)}
      />
      <Choices
        title={t('evidence.messages')}
        hint={t('form.messages.hint')}
        chosen={named.messageIds}
        options={(messages.data?.items ?? [])
          .filter(({ deletedAt, text: said }) => deletedAt === null && said !== '')
          .map((message) => ({ id: message.id, label: message.by.name, hint: message.text }))}
        onToggle={(id) => toggle('messageIds', id)}
      />
      <p className={styles.quiet}>{t('form.frozen')}</p>
    </Stack>
  )
}

type ChoicesProps = {
  title: string
  hint?: string
  chosen: readonly string[]
  options: readonly { readonly id: string; readonly label: string; readonly hint?: string | undefined }[]
  onToggle: (id: string) => void
}

function Choices({ title, hint, chosen, options, onToggle }: ChoicesProps) {
  if (options.length === 0) return null
  const isFull = chosen.length >= evidenceLimits.references
  return (
    <div role="group" aria-label={title}>
      <h3>{title}</h3>
      {hint !== undefined && <p className={styles.quiet}>{hint}</p>}
      <div className={styles.choices}>
        {options.map((option) => (
          <Checkbox
            key={option.id}
            label={<bdi>{option.label}</bdi>}
            hint={option.hint}
            checked={chosen.includes(option.id)}
            disabled={isFull && !chosen.includes(option.id)}
            onChange={() => onToggle(option.id)}
          />
        ))}
      </div>
    </div>
  )
}
