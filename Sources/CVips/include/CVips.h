// Typed functions over the variadic ones of libvips, which Swift can not call.
#pragma once
