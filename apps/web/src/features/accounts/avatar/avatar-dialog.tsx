import { changeAvatar } from '@veranda/contract/accounts/avatar/routes.ts'
import { type Account } from '@veranda/contract/accounts/settings/schemas.ts'
import {
  type AvatarCrop,
  centredCrop,
  minAvatarCropPixels,
  moveCrop,
  resizeCrop,
} from '@veranda/core/accounts/avatar/avatar.ts'
import { type ImageSize } from '@veranda/core/assets/image-size.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Progress } from '@veranda/ui/progress.tsx'
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type WheelEvent,
} from 'react'
import { useImageUploads } from '../../../components/assets/use-image-uploads.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './avatar-dialog.module.css'

/** A picture that the browser can show, by a URL that is revoked when the dialog closes. */
export type ChosenPicture = ImageSize & { readonly file: File; readonly url: string }

type Props = { picture: ChosenPicture; onClose: () => void; onSaved: (account: Account) => void }

/** Chooses the square of a picture that is shown, then uploads the picture and saves both. */
export function AvatarDialog({ picture, onClose, onSaved }: Props) {
  const t = useTranslations('accounts/settings')
  const c = useTranslations('common')
  const [crop, setCrop] = useState(() => centredCrop(picture))
  const area = useRef<HTMLDivElement>(null)
  const upload = useAvatarUpload(picture.file, crop, onSaved)

  function close() {
    upload.cancel()
    onClose()
  }

  return (
    <Dialog
      open
      onClose={close}
      title={t('avatar.crop')}
      text={t('avatar.crop.text')}
      initialFocus={area}
      actions={
        <>
          <Button onClick={close}>{c('cancel')}</Button>
          <Button kind="filled" busy={upload.busy} onClick={() => upload.save()}>
            {t('avatar.save')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <CropArea ref={area} picture={picture} crop={crop} onChange={setCrop} />
        <ZoomSlider picture={picture} crop={crop} onChange={setCrop} />
        {upload.progress !== undefined && <Progress label={t('avatar.sending')} value={upload.progress} />}
        {upload.waiting && <p role="status">{t('avatar.waiting')}</p>}
        <ProblemBanner problem={upload.problem} />
      </Stack>
    </Dialog>
  )
}

/** Uploads the picture when it is saved for the first time, then saves the crop of it. */
function useAvatarUpload(file: File, crop: AvatarCrop, onSaved: Props['onSaved']) {
  const uploads = useImageUploads('account.avatar', 1)
  const change = useCommand(changeAvatar)
  /** Uploads from before this one, which are another picture; undefined until the first save. */
  const [earlier, setEarlier] = useState<readonly string[]>()
  const item = earlier && uploads.items.find(({ key }) => !earlier.includes(key))
  const sending = earlier !== undefined && item?.state !== 'failed' && item?.state !== 'uploaded'
  const fileId = item?.state === 'uploaded' ? item.id : undefined

  async function saveCrop(uploadedId: string) {
    const outcome = await change.run({ body: { fileId: uploadedId, crop } })
    if (!outcome.ok) return
    cancel()
    onSaved(outcome.reply)
  }

  const saveUploaded = useEffectEvent((uploadedId: string) => void saveCrop(uploadedId))
  useEffect(() => {
    if (fileId !== undefined) saveUploaded(fileId)
  }, [fileId])

  /** Drops the upload. The server keeps what is in use, and deletes the rest. */
  function cancel() {
    if (item) uploads.remove(item.key)
  }

  function save() {
    change.reset()
    if (fileId !== undefined) return void saveCrop(fileId)
    setEarlier(uploads.items.map(({ key }) => key))
    uploads.add([file])
  }

  return {
    save,
    cancel,
    busy: sending || change.busy,
    progress: sending ? (item?.progress ?? 0) : undefined,
    waiting: item?.state === 'waiting',
    problem: item?.state === 'failed' ? item.problem : change.problem,
  }
}

type CropProps = {
  picture: ChosenPicture
  crop: AvatarCrop
  onChange: (change: (crop: AvatarCrop) => AvatarCrop) => void
}

/** A key moves the picture by this share of what is shown, and Shift with it by a fifth of that. */
const moveShare = 0.05
const zoomFactor = 1.1

const arrowKeys: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Moves and zooms the crop: the picture follows the pointer and the arrow keys, in every direction of writing. */
function useCropGestures({ picture, onChange }: Omit<CropProps, 'crop'>) {
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const zoom = (factor: number) => onChange((now) => resizeCrop(now, now.size / factor, picture))
  // The crop moves against the picture, by shares of what is shown.
  const drag = (x: number, y: number) => onChange((now) => moveCrop(now, -x * now.size, -y * now.size, picture))

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const arrow = arrowKeys[event.key]
    const share = event.shiftKey ? moveShare / 5 : moveShare
    if (arrow) drag(arrow[0] * share, arrow[1] * share)
    else if (event.key === '+' || event.key === '=') zoom(zoomFactor)
    else if (event.key === '-') zoom(1 / zoomFactor)
    else return
    event.preventDefault()
  }

  function onPointerDown({ pointerId, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
    pointers.current.set(pointerId, { x: clientX, y: clientY })
    currentTarget.setPointerCapture(pointerId)
  }

  function onPointerMove({ pointerId, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
    const before = pointers.current.get(pointerId)
    if (!before) return
    const after = { x: clientX, y: clientY }
    pointers.current.set(pointerId, after)
    const [other] = [...pointers.current].flatMap(([id, place]) => (id === pointerId ? [] : [place]))
    if (other) return zoom(distance(after, other) / distance(before, other))
    const { clientWidth: edge } = currentTarget
    drag((after.x - before.x) / edge, (after.y - before.y) / edge)
  }

  const forget = ({ pointerId }: PointerEvent<HTMLElement>) => void pointers.current.delete(pointerId)
  return {
    onKeyDown,
    onWheel: ({ deltaY }: WheelEvent<HTMLElement>) => zoom(deltaY < 0 ? zoomFactor : 1 / zoomFactor),
    onPointerDown,
    onPointerMove,
    onPointerUp: forget,
    onPointerCancel: forget,
  }
}

/** Shows the square of the picture, and in it the round part that avatars show. */
function CropArea({ picture, crop, onChange, ref }: CropProps & { ref: RefObject<HTMLDivElement | null> }) {
  const t = useTranslations('accounts/settings')
  const gestures = useCropGestures({ picture, onChange })
  const { width, height, url } = picture
  const { left, top, size } = crop
  return (
    <div
      ref={ref}
      className={styles.area}
      dir="ltr"
      role="application"
      aria-roledescription={t('avatar.crop.role')}
      aria-label={t('avatar.crop.picture')}
      tabIndex={0}
      {...gestures}
    >
      <img
        className={styles.picture}
        src={url}
        alt=""
        draggable={false}
        style={{
          inlineSize: `${(width / size) * 100}%`,
          transform: `translate(${(-left / width) * 100}%, ${(-top / height) * 100}%)`,
        }}
      />
      <span className={styles.circle} />
    </div>
  )
}

function distance(one: { x: number; y: number }, other: { x: number; y: number }): number {
  return Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))
}

/** Zooms from the whole picture to the smallest crop; equal steps look equal. */
function ZoomSlider({ picture, crop, onChange }: CropProps) {
  const t = useTranslations('accounts/settings')
  const format = useFormat()
  const largest = centredCrop(picture).size
  const range = Math.log(largest / minAvatarCropPixels)
  const value = range === 0 ? 0 : Math.log(largest / crop.size) / range
  return (
    <label className={styles.zoom}>
      <span>{t('avatar.crop.zoom')}</span>
      <input
        type="range"
        min={0}
        max={1}
        step={0.01}
        disabled={range === 0}
        value={value}
        aria-valuetext={format.percent(largest / crop.size)}
        onChange={({ target }) => {
          const size = largest / Math.exp(Number(target.value) * range)
          onChange((now) => resizeCrop(now, size, picture))
        }}
      />
    </label>
  )
}
