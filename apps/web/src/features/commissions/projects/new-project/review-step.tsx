import { readCreator } from '@veranda/contract/talent/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { type ReactNode } from 'react'
import { useFormat } from '../../../../lib/i18n/format.ts'
import { useRead } from '../../../../lib/api/query.ts'
import { useTranslations } from '../../../../lib/i18n/i18n.ts'
import { type AssetUploads } from '../../../../components/assets/use-asset-uploads.ts'
import { UserChip } from '../../../../components/user-chip.tsx'
import { type StepProps, toOpenProjectBody, type WizardStep } from './brief-form.ts'
import { RequestedServiceText } from '../../offers/request-summary.tsx'
import { MessageField } from './creator-step.tsx'
import { BudgetRange } from '../budget-range.tsx'
import styles from './new-project.module.css'

type ReviewStepProps = StepProps & {
  go: (step: WizardStep) => void
  /** The step where the message is written is skipped. */
  asksForMessage: boolean
}

/** Renders a summary of everything to be sent, with links back to each step. */
export function ReviewStep({ form, onChange, uploads, go, asksForMessage }: ReviewStepProps) {
  const t = useTranslations('commissions')
  const format = useFormat()
  const body = toOpenProjectBody(form, format.language)
  const creator = useRead(readCreator, { params: { id: form.creatorId ?? '' } }, { enabled: form.creatorId !== null })
  const service = creator.data?.services.find(({ id }) => id === form.serviceId)
  const entry = (step: WizardStep, label: string, content: ReactNode) => (
    <div className={styles.entry}>
      <dt>
        {label}
        <Button
          size="small"
          kind="quiet"
          icon="edit"
          aria-label={t('new.change', { what: label })}
          onClick={() => go(step)}
        />
      </dt>
      <dd>{content}</dd>
    </div>
  )
  return (
    <Stack gap={5}>
      <dl className={styles.review}>
        {entry('brief', t('new.title'), <strong>{body.title}</strong>)}
        {entry('brief', t('new.brief'), <p className={styles.text}>{body.brief}</p>)}
        {uploads.items.length > 0 &&
          entry('brief', t('files'), uploads.busy ? t('new.files.busy') : <FileNames files={uploads.ready} />)}
        {form.skills.length > 0 && entry('brief', t('new.skills'), format.list(form.skills))}
        {entry('budget', t('new.budget'), <BudgetRange budget={body.budget} />)}
        {entry(
          'creator',
          t('new.creator'),
          form.creatorId === null ? (
            <span className={styles.missing}>{t('pick.later')}</span>
          ) : creator.data ? (
            <UserChip user={creator.data} detail={creator.data.headline} />
          ) : null,
        )}
        {service && entry('creator', t('new.service'), <RequestedServiceText service={service} />)}
        {form.creatorId !== null &&
          !asksForMessage &&
          form.message.trim() !== '' &&
          entry('creator', t('new.message'), <p className={styles.text}>{form.message.trim()}</p>)}
      </dl>
      {asksForMessage && <MessageField form={form} onChange={onChange} />}
    </Stack>
  )
}

function FileNames({ files }: { files: AssetUploads['ready'] }) {
  return (
    <ul>
      {files.map(({ id, name }) => (
        <li key={id}>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}
