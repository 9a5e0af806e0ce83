/** What nearly every page but the first one draws: loaded when the first page is there and the browser has time. */
export {
  Checkbox,
  Drawer,
  Menu,
  Modal,
  Pagination,
  Radio,
  SegmentedControl,
  Select,
  Table,
  Tooltip,
} from '@mantine/core'
