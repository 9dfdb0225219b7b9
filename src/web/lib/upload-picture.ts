import { fieldMessages } from '#content/fields.ts'
import { messages } from '#content/messages.ts'
import { mostPictureBytes, UploadedPicture } from '#features/catalogue/schema.ts'
import { ApiProblem } from './problem.ts'
import { accessToken } from './session.ts'

/**
 * Uploads a picture for a product: `onProgress` receives the share sent so far, from 0 to 1. Uses XMLHttpRequest because
 * a browser's fetch reports no upload progress.
 * @returns the picture's URL, for the tool's `img`.
 * @throws ApiProblem whose detail is the message for the form.
 */
export async function uploadPicture(file: Blob, onProgress: (share: number) => void): Promise<string> {
  if (file.size > mostPictureBytes) throw new ApiProblem(413, { detail: fieldMessages.pictureTooLarge })
  const token = await accessToken()
  const answer = await post(file, token, onProgress)
  const picture = UploadedPicture.safeParse(answer.body)
  if (answer.status === 201 && picture.success) return picture.data.img
  throw new ApiProblem(answer.status, isRecord(answer.body) ? answer.body : { detail: messages.offline })
}

function post(
  file: Blob,
  token: string | undefined,
  onProgress: (share: number) => void,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/picture')
    request.responseType = 'json'
    if (token !== undefined) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    // Fires after a failure too, with status 0.
    request.addEventListener('loadend', () => resolve({ status: request.status, body: request.response }))
    request.send(file)
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
