import { requestCommission } from '@veranda/contract/commissions/routes.ts'
import { type Project } from '@veranda/contract/commissions/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { CommandProblem } from './command-problem.tsx'
import { CreatorPick } from './creator-pick.tsx'
import { useProjectCommand } from './project-command.ts'

/** Asks one more creator for an offer on this project. */
export function RequestDialog({ project, open, onClose }: { project: Project; open: boolean; onClose: () => void }) {
  const t = useWords('projects')
  const c = useWords('common')
  const [creatorId, setCreatorId] = useState<string | null>(null)
  const [message, setMessage] = useState('')
  const [missing, setMissing] = useState(false)
  const request = useProjectCommand(requestCommission, () => {
    snackbars.add({ title: t('new.sent'), tone: 'success' })
    setCreatorId(null)
    setMessage('')
    onClose()
  })
  const asked = project.commissions.filter(({ state }) => isUnderWay(state)).map(({ creator }) => creator.id)

  function send() {
    setMissing(creatorId === null)
    if (creatorId === null) return
    void request.run({ body: { projectId: project.id, creatorId, message: message.trim() } })
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
          <Button kind="filled" busy={request.busy} onClick={send}>
            {t('new.send')}
          </Button>
        </>
      }
    >
      <Stack gap={5}>
        <CreatorPick value={creatorId} onChange={setCreatorId} without={asked} />
        {missing && <p role="alert">{t('request.choose')}</p>}
        <Field label={t('new.message')} hint={t('new.message.hint')} optional>
          <TextArea maxLength={4000} value={message} onChange={(event) => setMessage(event.target.value)} />
        </Field>
        <CommandProblem problem={request.problem} />
      </Stack>
    </Dialog>
  )
}

function isUnderWay(state: Project['commissions'][number]['state']): boolean {
  return ['requested', 'offered', 'countered', 'accepted', 'active'].includes(state)
}
