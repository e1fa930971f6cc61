import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import type { CallView } from './call-view.ts'
import { isRetryable } from './device-problem.ts'

type Props = Pick<CallView, 'own' | 'devices'>

/** What is wrong with a device and how to put it right. */
export function DeviceHelp({ own, devices }: Props) {
  const t = useMessages(words)
  const { mic, camera, screen } = own.problems
  const again = {
    mic: () => void (mic === camera ? devices.open() : devices.toggleMic()),
    camera: () => void devices.toggleCamera(),
    screen: () => void devices.toggleScreen(),
  }
  // Both are usually refused together: one notice for the two.
  const isShared = mic !== undefined && mic === camera
  const found = [
    { device: 'mic', problem: mic, title: t(isShared ? 'problems.title.both' : 'problems.title.mic') },
    { device: 'camera', problem: isShared ? undefined : camera, title: t('problems.title.camera') },
    { device: 'screen', problem: screen, title: t('problems.title.screen') },
  ] as const
  return found.map(
    ({ device, problem, title }) =>
      problem && (
        <Banner
          key={device}
          tone="warning"
          announce="status"
          title={title}
          onClose={() => {
            devices.forgetProblem(device)
            if (isShared) devices.forgetProblem('camera')
          }}
          action={
            isRetryable(problem) && (
              <Button size="sm" variant="secondary" loading={own.isAsking} onClick={again[device]}>
                {t('devices.askAgain')}
              </Button>
            )
          }
        >
          {t(`problems.${problem}`)} {device === 'mic' && t('problems.stillListen')}
        </Banner>
      ),
  )
}
