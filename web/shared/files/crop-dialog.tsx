import { useId, useState } from 'react'
import Cropper, { type Area, type Point, type Size } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { upload } from '#messages/upload'
import { useMessages } from '../../messages/messages.ts'
import { log } from '../../platform/log.ts'
import { useObjectUrl } from '../../platform/object-url.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type CropRule, maxZoomOf } from './crop-rule.ts'
import { croppedImage } from './cropped-image.ts'

type CropDialogProps = { file: File; rule: CropRule; onCropped: (cropped: File) => void; onClose: () => void }

/** Pans and zooms an image within the crop frame: by touch, wheel, mouse or keyboard. */
export function CropDialog({ file, rule, onCropped, onClose }: CropDialogProps) {
  const t = useMessages(upload)
  const url = useObjectUrl(file)
  const [area, setArea] = useState<Area | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const save = async () => {
    if (!area) return
    setSaving(true)
    try {
      onCropped(await croppedImage(file, area, rule))
    } catch (error) {
      log.error('crop', error)
      setFailed(true)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('crop.title')}
      description={t('crop.text')}
      footer={
        <>
          <Button loading={isSaving} disabled={!area || hasFailed} onClick={() => void save()}>
            {t('crop.save')}
          </Button>
          <Button variant="ghost" onClick={onClose}>
            {t('crop.cancel')}
          </Button>
        </>
      }
    >
      {hasFailed ? (
        <Banner tone="danger" announce="alert">
          {t('crop.failed')}
        </Banner>
      ) : (
        url && <CropFrame url={url} rule={rule} onArea={setArea} onFailed={() => setFailed(true)} />
      )}
    </Dialog>
  )
}

type CropFrameProps = { url: string; rule: CropRule; onArea: (area: Area) => void; onFailed: () => void }

function CropFrame({ url, rule, onArea, onFailed }: CropFrameProps) {
  const t = useMessages(upload)
  const slider = useId()
  const [crop, setCrop] = useState<Point>({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [maxZoom, setMaxZoom] = useState(1)
  const [frame, setFrame] = useState<Size | null>(null)
  return (
    <div className="flex flex-col gap-4">
      {/* The cropper counts from the left. */}
      <div dir="ltr" className="relative h-[min(50dvh,24rem)] overflow-hidden rounded-card bg-ink">
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          minZoom={1}
          maxZoom={maxZoom}
          aspect={rule.aspect}
          keyboardStep={8}
          disableAutomaticStylesInjection
          showGrid={!rule.hasFaceGuide}
          cropperProps={{ 'aria-label': t('crop.area'), role: 'group' }}
          mediaProps={{ alt: '', onError: onFailed }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropSizeChange={setFrame}
          onCropAreaChange={(_, pixels) => onArea(pixels)}
          onMediaLoaded={({ naturalWidth, naturalHeight }) =>
            setMaxZoom(maxZoomOf({ width: naturalWidth, height: naturalHeight }, rule))
          }
        />
        {rule.hasFaceGuide && frame && <FaceGuide side={frame.height} />}
      </div>
      {rule.hasFaceGuide && <p className="text-muted text-sm">{t('crop.face')}</p>}
      {maxZoom > 1 ? (
        <div className="flex items-center gap-3">
          <label htmlFor={slider} className="shrink-0 font-semibold text-sm">
            {t('crop.zoom')}
          </label>
          <input
            id={slider}
            type="range"
            min={1}
            max={maxZoom}
            step={0.01}
            value={zoom}
            onChange={(event) => setZoom(Number(event.target.value))}
            className="h-11 w-full accent-brand"
          />
        </div>
      ) : (
        <p className="text-muted text-sm">{t('crop.fixed')}</p>
      )}
    </div>
  )
}

/** An oval in the middle of the frame; `side` in pixels of the screen. */
function FaceGuide({ side }: { side: number }) {
  return (
    <span aria-hidden className="pointer-events-none absolute inset-0 grid place-items-center">
      <span
        style={{ height: side * 0.72, width: side * 0.54 }}
        className="rounded-[50%] border-2 border-white border-dashed drop-shadow-[0_0_1.5px_rgb(0_0_0)]"
      />
    </span>
  )
}
