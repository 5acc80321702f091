import { Modal } from "../modal.tsx";
import { visibleName } from "./visible-name.ts";

/** One image as large as the window allows. Escape closes it, and the focus goes back to where it came from. */
export function ImagePreview(props: {
  readonly name: string;
  readonly address: string;
  readonly onClose: () => void;
}) {
  const name = visibleName(props.name);
  return (
    <Modal title={name} onClose={props.onClose}>
      <div className="preview">
        <img src={props.address} alt={name} draggable={false} />
      </div>
    </Modal>
  );
}
