import { requestCommission } from '@veranda/contract/commissions/routes.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { briefLimits } from '@veranda/core/commissions/projects/brief.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useAssetUploads } from '../../../components/assets/use-asset-uploads.ts'
import { snackbars } from '../../../components/toasts.ts'
import { CommandProblem } from '../command-problem.tsx'
import { BriefFilesField } from '../projects/brief-files-field.tsx'
import { CreatorPicker } from '../projects/creator-picker.tsx'
import { useProjectCommand } from '../use-project-command.ts'

type Props = { project: Project; open: boolean; onClose: () => void }

/** Renders the dialog that asks another creator for an offer on this project, with more files for its brief. */
export function RequestCommissionDialog(props: Props) {
  // The uploads of this browser are opened with it.
  const [openedOnce, setOpenedOnce] = useState(props.open)
  if (props.open && !openedOnce) setOpenedOnce(true)
  return openedOnce && <RequestDialog {...props} />
}

function RequestDialog({ project, open, onClose }: Props) {
  const t = useTranslations('commissions')
  const c = useTranslations('common')
  const [creatorId, setCreatorId] = useState<string | null>(null)
  const [message, setMessage] = useState('')
  const [showMissing, setShowMissing] = useState(false)
  const uploads = useAssetUploads(`request.${project.id}`, 'project')
  const request = useProjectCommand(requestCommission, () => {
    snackbars.add({ title: t('new.sent'), tone: 'success' })
    setCreatorId(null)
    setMessage('')
    uploads.clear()
    onClose()
  })

  function send() {
    setShowMissing(creatorId === null)
    if (creatorId === null) return
    const assetIds = uploads.ready.map(({ id }) => id)
    void request.run({ body: { projectId: project.id, creatorId, message: message.trim(), assetIds } })
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="wide"
      title={t('request.title')}
      text={t('request.text')}
      actions={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button kind="filled" busy={request.busy} disabled={uploads.busy} onClick={send}>
            {t('new.send')}
          </Button>
        </>
      }
    >
      <Stack gap={5}>
        <CreatorPicker
          value={creatorId}
          onChange={setCreatorId}
          excludedIds={project.askedCreatorIds}
          brief={project}
        />
        {showMissing && <p role="alert">{t('request.choose')}</p>}
        <Field label={t('new.message')} hint={t('new.message.hint')} optional>
          <TextArea maxLength={4000} value={message} onChange={(event) => setMessage(event.target.value)} />
        </Field>
        <BriefFilesField
          uploads={uploads}
          hint={uploads.busy ? t('new.files.busy') : t('request.files.hint', { max: briefLimits.files })}
          attachedCount={project.files.length}
        />
        <CommandProblem problem={request.problem} />
      </Stack>
    </Dialog>
  )
}
