import type { Picture } from "../../api.js";

/** Pictures of an item. Those on the network are named and never loaded. */
export function Pictures({ pictures }: { readonly pictures: readonly Picture[] }) {
  return (
    <>
      {pictures.map(({ words, url, remoteUrl }, index) => (
        <figure key={index} class="picture">
          {url !== null && <img src={url} alt={words} loading="lazy" />}
          <figcaption>
            {words}
            {url === null && remoteUrl === null && " (not shown: its bytes are missing)"}
            {remoteUrl !== null && (
              <>
                : <code>{remoteUrl}</code>
              </>
            )}
          </figcaption>
        </figure>
      ))}
    </>
  );
}
