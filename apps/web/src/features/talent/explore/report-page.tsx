import { reportPage } from '@veranda/contract/talent/explore/routes.ts'
import { type PublicCreator, type ReportPageBody } from '@veranda/contract/talent/explore/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { useState } from 'react'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

const reasons = ['stolen', 'offensive', 'fraud', 'private', 'other'] as const satisfies ReportPageBody['reason'][]

/** Reports a page or a work on it, signed in or not. */
export function ReportButton({ creator }: { creator: PublicCreator }) {
  const t = useTranslations('talent/explore')
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState<ReportPageBody['reason']>('stolen')
  const [itemId, setItemId] = useState('')
  const [message, setMessage] = useState('')
  const report = useCommand(reportPage)

  async function send() {
    const body = { reason, message, itemId: itemId === '' ? null : itemId }
    const outcome = await report.run({ params: { handle: creator.handle }, body })
    if (!outcome.ok) return
    setOpen(false)
    setMessage('')
    snackbars.add({ title: t('report.sent'), tone: 'success' })
  }

  return (
    <div>
      <Button kind="quiet" size="small" icon="flag" onClick={() => setOpen(true)}>
        {t('report')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('report.title')}
        text={t('report.text', { name: creator.name })}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{t('report.cancel')}</Button>
            <Button kind="filled" busy={report.busy} onClick={() => void send()}>
              {t('report.send')}
            </Button>
          </>
        }
      >
        <Stack gap={4}>
          <ProblemBanner problem={report.problem} />
          <RadioGroup
            label={t('report.reason')}
            value={reason}
            onChange={setReason}
            options={reasons.map((value) => ({ value, label: t(`report.reason.${value}`) }))}
          />
          {creator.works.length > 0 && (
            <Field label={t('report.about')}>
              <Select
                value={itemId}
                onChange={(event) => setItemId(event.target.value)}
                options={[
                  { value: '', label: t('report.about.page') },
                  ...creator.works.map(({ id, title }) => ({ value: id, label: title })),
                ]}
              />
            </Field>
          )}
          <Field label={t('report.message')} hint={t('report.message.hint')} optional>
            <TextArea rows={3} maxLength={2000} value={message} onChange={(event) => setMessage(event.target.value)} />
          </Field>
        </Stack>
      </Dialog>
    </div>
  )
}
