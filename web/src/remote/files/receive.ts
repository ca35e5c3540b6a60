/** Brings files of an agent to the viewer's computer: one file, or several as an archive. */
import { CHUNK } from "./chunks";
import { ChunkDownload } from "./download";
import { Inflow } from "./inflow";
import { files as words } from "./messages";
import { Patience } from "./patience";
import { FileProblem, unlessAborted } from "./problem";
import type { Requests } from "./requests";
import type { ByteSink } from "./sink";
import type { Steering } from "./steering";
import { StreamRequest } from "./streamRequest";

/** One file. Resolves when it is complete; a sink that is not complete is thrown away. */
export async function receiveFile(
  requests: Requests,
  path: string,
  sink: ByteSink,
  steer: Steering,
): Promise<void> {
  let file: ChunkDownload | null = null;
  try {
    await sink.begin();
    file = await ChunkDownload.open(requests, path, steer.signal);
    sink.expect(file.size);
    steer.step("moving");
    steer.total(file.size);
    steer.done(0);
    for (let chunk = await file.next(); chunk; chunk = await file.next()) {
      await steer.point();
      await sink.write(chunk.bytes);
      steer.done(chunk.index * CHUNK + chunk.bytes.length);
    }
    await sink.finish();
  } catch (error) {
    file?.close();
    await sink.discard();
    throw error;
  }
}

/** Files and folders as an archive, which is written while it is sent: it cannot go on after it was lost. */
export async function receiveZip(
  requests: Requests,
  paths: string[],
  sink: ByteSink,
  steer: Steering,
): Promise<void> {
  const stream = new StreamRequest(requests, "zip");
  const lost = () => stream.fail(new FileProblem("interrupted", words.archiveLost));
  const patience = new Patience(requests, lost);
  const inflow = new Inflow(requests.pipe, stream.channel, () => patience.expect());
  stream.last.then(
    // How many bytes it is; without that, what has come so far is all.
    (ok) => inflow.endAt((ok as { size?: number } | undefined)?.size),
    (problem: FileProblem) => inflow.fail(problem),
  );
  let isOver = false;
  try {
    await sink.begin();
    stream.send(
      { paths },
      {
        onSign: () => patience.expect(),
        onReconnected: (hasBegun) => (hasBegun ? patience.expect() : lost()),
      },
    );
    await unlessAborted(stream.first, steer.signal);
    inflow.begin();
    steer.step("moving");
    steer.total(null);
    let done = 0;
    for (;;) {
      patience.expect();
      const bytes = await unlessAborted(inflow.takeSome(), steer.signal);
      patience.rest();
      if (bytes.length === 0) break;
      await steer.point();
      await sink.write(bytes);
      inflow.used(bytes.length);
      done += bytes.length;
      steer.done(done);
    }
    await sink.finish();
    isOver = true;
  } catch (error) {
    isOver = FileProblem.from(error).isAnswer;
    await sink.discard();
    throw error;
  } finally {
    patience.rest();
    stream.close(isOver);
  }
}
